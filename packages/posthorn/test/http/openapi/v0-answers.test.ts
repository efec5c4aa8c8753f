/** What the server answers is what its description promises. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MailError, type MailErrorCode } from '../../../src/domain/errors/mail-error.ts';
import { file, InMemoryMailStore, mailbox, message } from '../in-memory-mail-store.ts';
import { AUTHORIZATION, createTestServer, smallMailStore } from '../test-server.ts';
import { createAnswerCheck, readDocument } from './described-answers.ts';

const BASE = '/rest-api-email/v0';
const FOLDERS = '/MailAccounts/{mailAccountId}/MailFolders';
const ITEMS = `${FOLDERS}/{mailFolderId}/MessageItems`;
const ITEM = `${ITEMS}/{messageItemId}`;
const INBOX = '/MailAccounts/gmail/MailFolders/INBOX/MessageItems';

const errorsOf = createAnswerCheck(readDocument('v0'));

/** A message with every attribute set, with texts and with files of two kinds. */
function fullMailStore(): InMemoryMailStore {
  const files = [file(), file({ part: '3', mediaType: 'image/png', fileName: 'a.png' })];
  const values = { references: ['a@example.com'], cc: [{ address: 'bob@example.com', name: '' }] };
  return new InMemoryMailStore([
    { mailbox: mailbox('INBOX'), messages: [message({ uid: 12, values, textHtml: '<p>Hi</p>', files })] },
    { mailbox: mailbox('INBOX.Drafts'), messages: [] },
  ]);
}

const ANSWERS = [
  { path: '/MailAccounts', url: '/MailAccounts', status: 200 },
  { path: FOLDERS, url: '/MailAccounts/gmail/MailFolders', status: 200 },
  { path: FOLDERS, url: '/MailAccounts/gmail/MailFolders?filter=x', status: 400 },
  { path: ITEMS, url: `${INBOX}?limit=-1`, status: 200 },
  { path: ITEMS, url: `${INBOX}?limit=1&attributes=subject`, status: 200 },
  { path: ITEMS, url: INBOX, status: 400 },
  { path: ITEMS, url: '/MailAccounts/gmail/MailFolders/Nowhere/MessageItems?limit=1', status: 404 },
  { path: ITEM, url: `${INBOX}/12`, status: 200 },
  { path: ITEM, url: `${INBOX}/99`, status: 404 },
  { path: `${ITEM}/MessageBody`, url: `${INBOX}/12/MessageBody`, status: 200 },
  { path: `${ITEM}/Attachments`, url: `${INBOX}/12/Attachments`, status: 200 },
  { path: ITEM, url: '/MailAccounts/other/MailFolders/INBOX/MessageItems/12', status: 401 },
];

const FAILURES: readonly (readonly [MailErrorCode, number])[] = [
  ['access-denied', 403],
  ['rate-limited', 429],
  ['server-unreachable', 502],
  ['tls-required', 502],
  ['protocol-failure', 502],
  ['server-unavailable', 503],
  ['too-many-connections', 503],
  ['server-timeout', 504],
];

describe('version 0', () => {
  for (const { path, url, status } of ANSWERS) {
    it(`answers ${url} with ${status} as described`, async (t) => {
      const app = createTestServer(t, { mailStore: fullMailStore() });

      const answer = await app.inject({ url: BASE + url, headers: { authorization: AUTHORIZATION } });

      assert.deepEqual([answer.statusCode, errorsOf({ path, status }, answer.json())], [status, []]);
    });
  }

  for (const [code, status] of FAILURES) {
    it(`answers ${code} with ${status} as described`, async (t) => {
      const mailStore = smallMailStore();
      mailStore.listMailboxes = async () => {
        throw new MailError(code, { detail: 'It happened.' });
      };

      const answer = await createTestServer(t, { mailStore }).inject({
        url: `${BASE}/MailAccounts/gmail/MailFolders`,
        headers: { authorization: AUTHORIZATION },
      });

      const errors = errorsOf({ path: FOLDERS, status }, answer.json());
      assert.deepEqual([answer.statusCode, errors], [status, []]);
    });
  }

  for (const [password, status] of [
    ['secret', 200],
    ['guess', 401],
  ] as const) {
    it(`answers a sign-in with ${status} as described`, async (t) => {
      const answer = await createTestServer(t).inject({
        method: 'POST',
        url: '/rest-imapuser/auth',
        payload: { username: 'jane@example.org', password },
      });

      const errors = errorsOf({ path: '/auth', method: 'post', status }, answer.json());
      assert.deepEqual([answer.statusCode, errors], [status, []]);
    });
  }
});

describe('createAnswerCheck', () => {
  it('finds members that are missing and members that are not described', () => {
    const errors = errorsOf({ path: ITEM, status: 404 }, { success: false, status: 404, secret: 1 });

    assert.deepEqual(errors, [
      `must have required property 'msg' {"missingProperty":"msg"}`,
      'must NOT have additional properties {"additionalProperty":"secret"}',
    ]);
  });
});
