import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InMemoryMailStore, mailbox } from '../../in-memory-mail-store.ts';
import { createTestServer, get, V0 } from '../../test-server.ts';

const FOLDERS = `${V0}/MailAccounts/gmail/MailFolders`;

function createStore(): InMemoryMailStore {
  const counts = { total: 9, unread: 3, uidNext: 4357, uidValidity: 1, highestModSeq: null };
  const mailboxes = [
    mailbox('INBOX', { counts }),
    mailbox('INBOX.Drafts'),
    mailbox('INBOX.Drafts.Rev'),
    mailbox('Work'),
  ];
  return new InMemoryMailStore(mailboxes.map((one) => ({ mailbox: one, messages: [] })));
}

describe('GET MailFolders', () => {
  it('answers the tree below the roots of the account, each folder with its children', async (t) => {
    const answer = await get(createTestServer(t, { mailStore: createStore() }), FOLDERS);

    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json(), {
      success: true,
      data: [
        {
          id: 'INBOX',
          mailAccountId: 'gmail',
          name: 'INBOX',
          unreadCount: 3,
          folderType: 'INBOX',
          uidNext: '4357',
          data: [],
        },
        {
          id: 'INBOX.Drafts',
          mailAccountId: 'gmail',
          name: 'Drafts',
          unreadCount: 0,
          folderType: 'DRAFT',
          data: [
            {
              id: 'INBOX.Drafts.Rev',
              mailAccountId: 'gmail',
              name: 'Rev',
              unreadCount: 0,
              folderType: 'FOLDER',
              data: [],
            },
          ],
        },
      ],
    });
  });

  it('answers the tree below the folders of the filter', async (t) => {
    const filter = encodeURIComponent('{"AND":[{"IN":{"id":["Work"]}}]}');

    const answer = await get(
      createTestServer(t, { mailStore: createStore() }),
      `${FOLDERS}?filter=${filter}`,
    );

    assert.deepEqual(
      answer.json().data.map(({ id }: { id: string }) => id),
      ['Work'],
    );
  });

  it('answers 400 for a filter that it does not understand', async (t) => {
    const answer = await get(createTestServer(t), `${FOLDERS}?filter=x`);

    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().parameter, 'filter');
  });
});
