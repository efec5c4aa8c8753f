/** The keys of logins. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLoginKey, type LoginAtServer, mailUserKey } from '../../../src/domain/accounts/login-key.ts';
import { bearerLogin, passwordLogin } from '../../../src/domain/logins/login.ts';

function at(changes: Partial<LoginAtServer> = {}): LoginAtServer {
  return {
    login: passwordLogin('ann', 'secret'),
    origin: 'operator',
    server: ['mail.example.org', 465, 'ssl'],
    ...changes,
  };
}

describe('The key of a login', () => {
  const keyOf = createLoginKey();

  it('is the same for the same login', () => {
    assert.equal(keyOf(at()), keyOf(at()));
  });

  it('does not depend on what is known of the end of a token', () => {
    const first = at({ login: bearerLogin('ann', 'token') });

    assert.equal(keyOf(first), keyOf(at({ login: bearerLogin('ann', 'token', { endsAt: 1 }) })));
  });

  const others: readonly (readonly [what: string, login: LoginAtServer])[] = [
    ['password', at({ login: passwordLogin('ann', 'Secret') })],
    ['kind of login', at({ login: bearerLogin('ann', 'secret') })],
    ['user', at({ login: passwordLogin('anne', 'secret') })],
    ['host', at({ server: ['mail.example.com', 465, 'ssl'] })],
    ['port', at({ server: ['mail.example.org', 587, 'ssl'] })],
    ['security', at({ server: ['mail.example.org', 465, 'tls'] })],
    ['origin', at({ origin: 'client' })],
  ];
  for (const [what, other] of others) {
    it(`is another one for another ${what}`, () => {
      assert.notEqual(keyOf(other), keyOf(at()));
    });
  }

  it('does not confuse user and password', () => {
    const first = at({ login: passwordLogin('ann","b', 'c') });
    const second = at({ login: passwordLogin('ann', 'b","c') });

    assert.notEqual(keyOf(first), keyOf(second));
  });

  it('is another one in another process', () => {
    assert.notEqual(createLoginKey()(at()), keyOf(at()));
  });
});

describe('The key of a mail user', () => {
  const inbox = { type: 'IMAP', host: 'imap.example.org', port: 993, isTls: true } as const;

  it('is the same for each password and token of the user', () => {
    const key = mailUserKey({ inbox, login: passwordLogin('ann', 'secret') });

    assert.equal(
      mailUserKey({
        inbox: { ...inbox, host: 'IMAP.example.org' },
        login: bearerLogin('ann', 'token'),
      }),
      key,
    );
    assert.notEqual(mailUserKey({ inbox, login: passwordLogin('bob', 'secret') }), key);
  });
});
