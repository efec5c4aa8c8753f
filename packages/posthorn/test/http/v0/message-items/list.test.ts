import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InMemoryMailStore, mailbox, message } from '../../in-memory-mail-store.ts';
import { createTestServer, get, INBOX, smallMailStore, V0 } from '../../test-server.ts';

interface ListAnswer {
  readonly meta: { readonly mailFolderId: string; readonly truncated?: boolean };
  readonly total: number;
  readonly data: readonly { readonly id: string }[];
}

function idsOf({ data }: ListAnswer): readonly string[] {
  return data.map(({ id }) => id);
}

describe('GET MessageItems', () => {
  it('answers a page of the folder with the total that drives the paging', async (t) => {
    const answer = await get(createTestServer(t), `${INBOX}?attributes=subject&start=1&limit=1&page=2&_dc=1`);

    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json(), {
      success: true,
      meta: { cn_unreadCount: 3, mailAccountId: 'gmail', mailFolderId: 'INBOX' },
      total: 3,
      data: [{ id: '12', mailAccountId: 'gmail', mailFolderId: 'INBOX', subject: 'Message 12' }],
    });
  });

  it('answers an empty page behind the end', async (t) => {
    const answer = await get(createTestServer(t), `${INBOX}?start=150&limit=50`);

    assert.deepEqual(idsOf(answer.json()), []);
  });

  it('answers the whole folder for the limit -1', async (t) => {
    const answer = await get(createTestServer(t), `${INBOX}?limit=-1`);

    assert.deepEqual(idsOf(answer.json()), ['13', '12', '11']);
    assert.equal(answer.json().meta.truncated, undefined);
  });

  it('cuts the whole folder at the most rows and says so', async (t) => {
    const app = createTestServer(t, { options: { listMaxRows: 2 } });

    const answer: ListAnswer = (await get(app, `${INBOX}?limit=-1`)).json();

    assert.deepEqual([idsOf(answer), answer.meta.truncated], [['13', '12'], true]);
  });

  it('orders as it is told', async (t) => {
    const sort = encodeURIComponent('[{"property":"subject","direction":"ASC"}]');

    const answer = await get(createTestServer(t), `${INBOX}?limit=5&sort=${sort}`);

    assert.deepEqual(idsOf(answer.json()), ['11', '12', '13']);
  });

  it('answers the new messages since a uid, and all recent ones', async (t) => {
    const filter = encodeURIComponent(
      '[{"property":"recent","value":true,"operator":"="},{"property":"id","value":12,"operator":">="}]',
    );

    const answer: ListAnswer = (await get(createTestServer(t), `${INBOX}?limit=-1&filter=${filter}`)).json();

    assert.deepEqual([idsOf(answer), answer.total], [['13', '12'], 3]);
  });

  it('answers the messages that are named, without a limit', async (t) => {
    const filter = encodeURIComponent('{"IN":{"id":["11","99"]}}');

    const answer = await get(createTestServer(t), `${INBOX}?attributes=previewText&filter=${filter}`);

    assert.deepEqual(answer.json().data, [
      { id: '11', mailAccountId: 'gmail', mailFolderId: 'INBOX', previewText: 'Hi' },
    ]);
  });

  for (const folder of ['%5BGmail%5D%2FDrafts', '[Gmail]/Drafts', '%5BGmail%5D/Drafts']) {
    it(`finds the folder [Gmail]/Drafts as ${folder}`, async (t) => {
      const answer = await get(
        createTestServer(t),
        `${V0}/MailAccounts/gmail/MailFolders/${folder}/MessageItems?limit=1`,
      );

      assert.equal(answer.statusCode, 200);
      assert.equal(answer.json().meta.mailFolderId, '[Gmail]/Drafts');
    });
  }

  it('answers with the folder as the URL spells it', async (t) => {
    const answer = await get(createTestServer(t), `${INBOX.replace('INBOX', 'inbox')}?limit=1`);

    assert.equal(answer.json().data[0].mailFolderId, 'inbox');
  });

  it('finds a folder with umlauts, blanks, plus and percent signs', async (t) => {
    const name = 'Entwürfe 100%+x';
    const mailStore = new InMemoryMailStore([{ mailbox: mailbox(name), messages: [message({ uid: 1 })] }]);
    const url = `${V0}/MailAccounts/gmail/MailFolders/${encodeURIComponent(name)}/MessageItems?limit=1`;

    const answer = await get(createTestServer(t, { mailStore }), url);

    assert.equal(answer.json().data[0].mailFolderId, name);
  });

  for (const folder of ['Nowhere', '%00', 'a%0D%0Ab', '__proto__', '%252e%252e', 'x'.repeat(1001)]) {
    it(`answers 404 for the folder ${folder.slice(0, 20)}`, async (t) => {
      const answer = await get(
        createTestServer(t),
        `${V0}/MailAccounts/gmail/MailFolders/${folder}/MessageItems?limit=1`,
      );

      assert.equal(answer.statusCode, 404);
      assert.equal(answer.json().code, 'mailbox-unknown');
    });
  }

  it('asks the mail server nothing but the login for a query that is wrong', async (t) => {
    const mailStore = smallMailStore();

    const answer = await get(createTestServer(t, { mailStore }), `${INBOX}?limit=5abc`);

    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().parameter, 'limit');
    assert.deepEqual(mailStore.calls, ['verifyLogin']);
  });
});
