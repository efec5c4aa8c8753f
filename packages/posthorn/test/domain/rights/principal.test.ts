import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { ACCOUNT_SCOPE, mayOpen, missingScope, type Scope } from '../../../src/domain/rights/principal.ts';

const having = (...scopes: readonly Scope[]) => ({ scopes: new Set(scopes) });

describe('missingScope', () => {
  it('is null for a principal with the scope', () => {
    assert.equal(missingScope(having('mail.read', 'keys'), 'keys'), null);
  });

  it('is the scope for a principal with others', () => {
    assert.equal(missingScope(having('mail.read', 'mail.send'), 'mail.write'), 'mail.write');
  });

  it('is null for one of several, and the first of them for none', () => {
    const missing = [
      missingScope(having('accounts'), ACCOUNT_SCOPE),
      missingScope(having('keys'), ACCOUNT_SCOPE),
    ];

    assert.deepEqual(missing, [null, 'mail.read']);
  });
});

describe('mayOpen', () => {
  it('is true for every account, or for those that are listed', () => {
    const [own, other] = ['own', 'other'] as MailAccountId[];
    assert.ok(own && other);
    const listed = { accounts: new Set([own]) };

    assert.deepEqual(
      [mayOpen({ accounts: 'all' }, other), mayOpen(listed, own), mayOpen(listed, other)],
      [true, true, false],
    );
  });
});
