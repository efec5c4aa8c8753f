import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ACCOUNT, startV1Server, V1, type V1Server } from '../v1-server.ts';

let server: V1Server;
before(async () => {
  server = await startV1Server();
});
after(() => server.close());

const FOLDERS = `${ACCOUNT}/MailFolders`;
const get = async (url: string) => (await server.get(url)).json();
const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id);

describe('GET MailFolders of v1', () => {
  it('lists all folders, each before those below it', async () => {
    assert.deepEqual(idsOf(await get(FOLDERS)), [
      'gmail.INBOX',
      'gmail.Sent',
      'gmail.Trash',
      'gmail.Work',
      'gmail.Work~2FProject~20~C3~84',
    ]);
  });

  it('tells the tree by relationships', async () => {
    const { data } = await get(FOLDERS);

    const [work, project] = data.slice(3);
    assert.deepEqual(work.relationships.children.data, [
      { type: 'MailFolder', id: 'gmail.Work~2FProject~20~C3~84' },
    ]);
    assert.deepEqual(project.relationships.parent, {
      links: { related: `http://mail.test${V1}/MailFolders/gmail.Work` },
      data: { type: 'MailFolder', id: 'gmail.Work' },
    });
  });

  it('shows a folder by the last segment of its path, with its type and its numbers', async () => {
    const { data } = await get(`${FOLDERS}/Work%2FProject%20%C3%84`);
    const sent = await get(`${FOLDERS}/Sent`);

    assert.deepEqual(data.attributes, {
      name: 'Project Ä',
      path: 'Work/Project Ä',
      folderType: 'FOLDER',
      unreadMessages: 0,
      totalMessages: 0,
    });
    assert.equal(sent.data.attributes.folderType, 'SENT');
  });

  it('takes a folder with plain slashes in its name too', async () => {
    const { data } = await get(`${FOLDERS}/Work/Project%20%C3%84`);

    assert.equal(data.id, 'gmail.Work~2FProject~20~C3~84');
  });

  it('shows only what is below the roots, whose children stand at the top', async () => {
    const byName = await get(`${FOLDERS}?filter[root]=Work`);
    const byId = await get(`${FOLDERS}?filter=${encodeURIComponent('{"IN":{"id":["INBOX","Work"]}}')}`);
    const several = await get(`${FOLDERS}?filter[root]=Work&filter[root]=INBOX`);

    assert.deepEqual(idsOf(byName), ['gmail.Work', 'gmail.Work~2FProject~20~C3~84']);
    assert.deepEqual(byName.data[1].relationships.parent, { data: null });
    assert.deepEqual(idsOf(byId), ['gmail.INBOX', 'gmail.Work', 'gmail.Work~2FProject~20~C3~84']);
    assert.deepEqual(idsOf(several), idsOf(byId));
  });

  it('has what carries folders without being one, which only version 0 leaves out', async (t) => {
    const mailboxes = [{ name: 'INBOX' }, { name: 'Customers/ACME' }];
    const sandboxServer = await startV1Server({ mailboxes });
    t.after(() => sandboxServer.close());
    const read = async (url: string) => (await sandboxServer.get(url)).json();
    const { data } = await read(FOLDERS);
    const customers = await read(`${V1}/MailFolders/gmail.Customers`);
    const v0 = await read(FOLDERS.replace('/v1/', '/v0/'));

    assert.deepEqual(idsOf({ data }), ['gmail.INBOX', 'gmail.Customers', 'gmail.Customers~2FACME']);
    assert.equal(data[2].relationships.parent.data.id, 'gmail.Customers');
    assert.deepEqual(
      [customers.data.attributes.name, customers.data.attributes.totalMessages],
      ['Customers', null],
    );
    assert.deepEqual(idsOf(v0), ['INBOX', 'Customers/ACME']);
  });

  it('includes the account once', async () => {
    const { included } = await get(`${FOLDERS}?include=MailAccount&fields[MailAccount]=name`);

    assert.deepEqual(
      included.map(({ attributes }: { attributes: object }) => attributes),
      [{ name: 'jane@example.org' }],
    );
  });

  const REFUSED: readonly (readonly [string, string])[] = [
    ['filter[root]=', 'filter[root]'],
    ['filter[root]=INBOX&filter={"IN":{"id":["INBOX"]}}', 'filter'],
    ['filter=nonsense', 'filter'],
    ['filter[name]=x', 'filter[name]'],
    ['sort=name', 'sort'],
    ['page[limit]=5', 'page[limit]'],
  ];
  for (const [query, parameter] of REFUSED) {
    it(`refuses ${query}`, async () => {
      const answer = await server.get(`${FOLDERS}?${query}`);

      assert.equal(answer.statusCode, 400);
      assert.deepEqual(answer.json().errors[0].source, { parameter });
    });
  }

  it('asks for no tree when the counts of one folder are enough', async () => {
    await get(`${FOLDERS}/INBOX`);
    server.commands();

    const { data } = await get(`${FOLDERS}/INBOX?fields[MailFolder]=unreadMessages,path,uidNext`);

    assert.deepEqual(data.attributes, { path: 'INBOX', unreadMessages: 1, uidNext: 4 });
    assert.deepEqual(
      server.commands().filter((line) => line.startsWith('LIST')),
      [],
    );
  });

  for (const query of ['', '?fields[MailFolder]=path']) {
    it(`answers 404 for a folder that is not there: ${query}`, async () => {
      const answer = await server.get(`${FOLDERS}/Nowhere${query}`);

      assert.deepEqual([answer.statusCode, answer.json().errors[0].code], [404, 'mailbox-unknown']);
    });
  }
});
