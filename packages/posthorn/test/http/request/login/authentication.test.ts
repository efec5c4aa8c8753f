import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AUTHORIZATION, createTestServer, INBOX, JANE, smallMailStore, V0 } from '../../test-server.ts';

const UNAUTHORIZED = { success: false, msg: 'Unauthorized.', status: 401 };

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

const UNKNOWN_ACCOUNT = `${V0}/MailAccounts/other/MailFolders`;

const REFUSED: readonly (readonly [string, string, string | undefined])[] = [
  ['without credentials', INBOX, undefined],
  ['with another scheme', INBOX, 'Digest x'],
  ['with a wrong password', INBOX, basic(JANE, 'guess')],
  ['of a user for whom no server is known', INBOX, basic('jane@nowhere.test', 'secret')],
  ['to an account that the client does not have', UNKNOWN_ACCOUNT, AUTHORIZATION],
  ['to an account named constructor', `${V0}/MailAccounts/constructor/MailFolders`, AUTHORIZATION],
  ['to the accounts without credentials', `${V0}/MailAccounts`, undefined],
  ['to the accounts with a wrong password', `${V0}/MailAccounts`, basic(JANE, 'guess')],
];

/** Every route of v0 that answers a GET. */
const ROUTES = [
  `${V0}/MailAccounts`,
  `${V0}/MailAccounts/gmail/MailFolders?filter=nonsense`,
  `${INBOX}?limit=nonsense`,
  `${INBOX}/1:*?attributes=nonsense`,
  `${INBOX}/1:*/MessageBody`,
  `${INBOX}/1:*/Attachments`,
  `${INBOX}/1:*/Attachments/nonsense`,
];

describe('authentication', () => {
  for (const [name, url, authorization] of REFUSED) {
    it(`answers a request ${name} with the same 401 and no login box`, async (t) => {
      const answer = await createTestServer(t).inject({
        url,
        headers: authorization ? { authorization } : {},
      });

      assert.equal(answer.statusCode, 401);
      assert.deepEqual(answer.json(), UNAUTHORIZED);
      assert.equal(answer.headers['www-authenticate'], undefined);
    });
  }

  for (const url of ROUTES) {
    it(`proves the login before it looks at ${url}`, async (t) => {
      const mailStore = smallMailStore();
      const app = createTestServer(t, { mailStore });

      const answer = await app.inject({ url, headers: { authorization: basic(JANE, 'guess') } });

      assert.deepEqual(answer.json(), UNAUTHORIZED);
      assert.deepEqual(mailStore.calls, ['verifyLogin']);
    });
  }

  it('answers 400 for connection data that cannot be decoded and names the header', async (t) => {
    const headers = { authorization: AUTHORIZATION, 'x-cnmail-data': '{}' };

    const answer = await createTestServer(t).inject({ url: INBOX, headers });

    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().parameter, 'X-CNMAIL-DATA');
  });

  it('decodes the id of the account once', async (t) => {
    const answer = await createTestServer(t).inject({
      url: `${V0}/MailAccounts/%67mail/MailFolders`,
      headers: { authorization: AUTHORIZATION },
    });

    assert.equal(answer.statusCode, 200);
  });
});
