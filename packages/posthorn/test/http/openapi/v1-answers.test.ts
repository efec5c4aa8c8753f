/** What version 1 answers is what its description promises. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { file, InMemoryMailStore, mailbox, message } from '../in-memory-mail-store.ts';
import { AUTHORIZATION, createTestServer } from '../test-server.ts';
import { createAnswerCheck, readDocument } from './described-answers.ts';

const BASE = '/rest-api-email/v1';
const ACCOUNT = '/MailAccounts/{mailAccountId}';
const FOLDER = `${ACCOUNT}/MailFolders/{mailFolderId}`;
const ITEM = `${FOLDER}/MessageItems/{messageItemId}`;
const INBOX = '/MailAccounts/gmail/MailFolders/INBOX';
const MESSAGE = `${INBOX}/MessageItems/12`;

/** All fields of a type that are not there by default. */
const ALL_FOLDER_FIELDS = 'relfield:fields[MailFolder]=%2BuidNext,%2BuidValidity';
const ALL_MESSAGE_FIELDS =
  'relfield:fields[MessageItem]=%2Bcc,%2Bbcc,%2BreplyTo,%2BpreviewText,%2BinReplyTo,%2Bkeywords,%2BinternalDate';

const errorsOf = createAnswerCheck(readDocument('v1'));

/** A message with texts and with a file, beside an empty folder. */
function fullMailStore(): InMemoryMailStore {
  const values = { references: ['a@example.com'], cc: [{ address: 'bob@example.com', name: '' }] };
  const full = message({ uid: 12, values, textHtml: '<p>Hi</p>', files: [file()] });
  return new InMemoryMailStore([
    { mailbox: mailbox('INBOX'), messages: [full] },
    { mailbox: mailbox('INBOX.Drafts'), messages: [] },
  ]);
}

const ANSWERS = [
  { path: '/MailAccounts', url: '/MailAccounts', status: 200 },
  {
    path: ACCOUNT,
    url: '/MailAccounts/gmail?relfield:fields[MailAccount]=%2Binbox_user,%2Boutbox_user',
    status: 200,
  },
  { path: ACCOUNT, url: '/MailAccounts/gmail?nothing=1', status: 400 },
  {
    path: `${ACCOUNT}/MailFolders`,
    url: `/MailAccounts/gmail/MailFolders?${ALL_FOLDER_FIELDS}`,
    status: 200,
  },
  { path: FOLDER, url: `${INBOX}?include=MailAccount`, status: 200 },
  { path: FOLDER, url: '/MailAccounts/gmail/MailFolders/Nowhere', status: 404 },
  {
    path: `${FOLDER}/MessageItems`,
    url: `${INBOX}/MessageItems?${ALL_MESSAGE_FIELDS}&include=MailFolder,MessageBody,Attachments`,
    status: 200,
  },
  { path: `${FOLDER}/MessageItems`, url: `${INBOX}/MessageItems?sort=name&page[limit]=0`, status: 400 },
  { path: ITEM, url: `${MESSAGE}?fields[MessageItem]=subject`, status: 200 },
  { path: ITEM, url: `${INBOX}/MessageItems/99`, status: 404 },
  { path: ITEM, url: `${INBOX}/MessageItems/7.12`, status: 410 },
  { path: `${ITEM}/MessageBody`, url: `${MESSAGE}/MessageBody`, status: 200 },
  { path: `${ITEM}/thread`, url: `${MESSAGE}/thread`, status: 200 },
  {
    path: `${ITEM}/Attachments`,
    url: `${MESSAGE}/Attachments?relfield:fields[Attachment]=%2BcontentId`,
    status: 200,
  },
  {
    path: `${ITEM}/Attachments/{attachmentId}`,
    url: `${MESSAGE}/Attachments/2?include=MessageItem`,
    status: 200,
  },
  { path: `${ITEM}/Attachments/{attachmentId}`, url: `${MESSAGE}/Attachments/9`, status: 404 },
  { path: ACCOUNT, url: '/MailAccounts/other', status: 404 },
];

describe('version 1', () => {
  for (const { path, url, status } of ANSWERS) {
    it(`answers ${url} with ${status} as described`, async (t) => {
      const app = createTestServer(t, { mailStore: fullMailStore() });

      const answer = await app.inject({ url: BASE + url, headers: { authorization: AUTHORIZATION } });

      assert.deepEqual([answer.statusCode, errorsOf({ path, status }, answer.json())], [status, []]);
    });
  }

  it('answers a client that accepts nothing of ours with 406 as described', async (t) => {
    const headers = { authorization: AUTHORIZATION, accept: 'application/vnd.api+json; ext="x:y"' };

    const answer = await createTestServer(t).inject({ url: `${BASE}/MailAccounts`, headers });

    const errors = errorsOf({ path: '/MailAccounts', status: 406 }, answer.json());
    assert.deepEqual([answer.statusCode, errors], [406, []]);
  });
});
