import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bearerLogin } from '../../../src/domain/logins/login.ts';
import { tokenRefused } from '../../../src/domain/logins/token-errors.ts';

const TOKEN = 'SECRET-token-1234567890';
const login = bearerLogin('jane@example.org', TOKEN);

/** What a client and the operator see of the words of a server. */
function shown(scope: string, openidConfiguration: string) {
  const challenge = { status: 'invalid_token', scope, openidConfiguration };
  const { details } = tokenRefused({ login, challenge, server: 'The mail server' }, null);
  const { error: _error, ...problem } = details.tokenProblem ?? {};
  const { status: _status, ...log } = details.challenge ?? {};
  return [problem, log];
}

const percentEncoded = [...Buffer.from(TOKEN)].map((octet) => `%${octet.toString(16)}`).join('');

describe('The refusal of a token', () => {
  it('has the scope and the address that the server names', () => {
    const said = { scope: 'mail.read', openidConfiguration: 'https://login.example.org/.well-known' };

    assert.deepEqual(shown(said.scope, said.openidConfiguration), [said, said]);
  });

  for (const [encoding, text] of [
    ['as it is', TOKEN],
    ['in another case', TOKEN.toLowerCase()],
    ['in base64', Buffer.from(`user=jane\u0001auth=Bearer ${TOKEN}`).toString('base64')],
    ['as hexadecimal numbers', Buffer.from(TOKEN).toString('hex')],
    ['as hexadecimal numbers after a digit', `7${Buffer.from(TOKEN).toString('hex')}`],
    ['in percent encoding', percentEncoded],
    ['in base64 within percent encoding', Buffer.from(TOKEN).toString('base64').replaceAll('=', '%3D')],
  ] as const) {
    it(`does not have the token that a server repeats ${encoding}`, () => {
      assert.deepEqual(shown(text, `https://login.example.org/${text}`), [{}, {}]);
    });
  }
});
