import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passwordLogin } from '../../../../src/domain/logins/login.ts';
import { presentMailAccount } from '../../../../src/http/v0/mail-accounts/present.ts';
import { accountOf, JANE } from '../../test-server.ts';

const ACCOUNT = accountOf(passwordLogin(JANE, 'secret'));

describe('presentMailAccount', () => {
  it('has no member of a sending server that is not known', () => {
    const { outbox: _outbox, ...account } = ACCOUNT;

    const names = Object.keys(presentMailAccount(account));

    assert.deepEqual(
      names.filter((name) => name.startsWith('outbox')),
      [],
    );
  });

  it('writes a sending server without encryption as an empty text', () => {
    const outbox = {
      host: 'smtp',
      port: 25,
      security: 'none',
      login: passwordLogin(JANE, 'x'),
    } as const;

    const account = presentMailAccount({ ...ACCOUNT, outbox }) as { outbox_secure: string };

    assert.equal(account.outbox_secure, '');
  });

  it('holds no password', () => {
    assert.doesNotMatch(JSON.stringify(presentMailAccount(ACCOUNT)), /secret|password/);
  });
});
