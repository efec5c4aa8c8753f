import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hideSecrets, longSecretHider } from '../../../src/http/server/request-secrets.ts';
import { formsIn, secretForms } from '../../support/secret-forms.ts';

const TOKEN = { user: 'a,b=c@x', secret: 'ya29.tiger+8f3a/1c&=%q' };
const request = (secret: string) => ({
  headers: { authorization: `Bearer ${secret}`, 'x-mail-user': TOKEN.user },
  body: undefined,
});

describe('the secrets of a request', () => {
  it('are hidden in errors that repeat a token in the forms in which it is sent', () => {
    const { plain, percent, base64, xoauth2, oauthbearer } = secretForms(TOKEN);
    const cause = new Error(`334 ${xoauth2} ${base64}`);
    const error = new Error(`NO ${plain} ${percent} ${oauthbearer}`, { cause });

    const { message, stack, cause: hidden } = hideSecrets(error, request(TOKEN.secret)) as Error;

    assert.equal(message, 'NO [secret] [secret] [secret]');
    assert.deepEqual(formsIn(`${message} ${stack} ${String(hidden)}`, TOKEN), []);
  });

  it('are hidden in names where they are long, and where nobody could guess them from what is missing', () => {
    assert.equal(longSecretHider(request(TOKEN.secret))(`x${TOKEN.secret}y`), 'x[secret]y');
    assert.equal(longSecretHider(request('jane'))('jane@example.org'), 'jane@example.org');
  });
});
