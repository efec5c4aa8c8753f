/** The key of a login at a sending server. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSubmissionKey, type SubmissionLogin } from '../../../src/adapters/smtp/submission-key.ts';
import type { OutboxServer } from '../../../src/domain/mail-account.ts';
import { Secret } from '../../../src/domain/secret.ts';

function login(
  outbox: Partial<OutboxServer> = {},
  origin: SubmissionLogin['origin'] = 'operator',
): SubmissionLogin {
  const password = new Secret('secret');
  return {
    outbox: { host: 'mail.example.org', port: 465, security: 'ssl', user: 'ann', password, ...outbox },
    origin,
  };
}

describe('The key of a submission', () => {
  const keyOf = createSubmissionKey();

  it('is the same for the same login', () => {
    assert.equal(keyOf(login()), keyOf(login()));
  });

  const others: readonly (readonly [what: string, login: SubmissionLogin])[] = [
    ['password', login({ password: new Secret('Secret') })],
    ['user', login({ user: 'anne' })],
    ['host', login({ host: 'mail.example.com' })],
    ['port', login({ port: 587 })],
    ['security', login({ security: 'tls' })],
    ['origin', login({}, 'client')],
  ];
  for (const [what, other] of others) {
    it(`is another one for another ${what}`, () => {
      assert.notEqual(keyOf(other), keyOf(login()));
    });
  }

  it('does not confuse user and password', () => {
    const first = login({ user: 'ann","b', password: new Secret('c') });
    const second = login({ user: 'ann', password: new Secret('b","c') });

    assert.notEqual(keyOf(first), keyOf(second));
  });

  it('is another one in another process', () => {
    assert.notEqual(createSubmissionKey()(login()), keyOf(login()));
  });
});
