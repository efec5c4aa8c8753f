import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MailboxSeed } from 'posthorn-sandbox';
import { buildMessage } from '../../../support/message-samples.ts';
import { ACCOUNT, INBOX, startV1Server, V1, type V1Server } from '../v1-server.ts';

const day = (date: number) => new Date(Date.UTC(2024, 2, date));
const answer = (subject: string, date: number, to = 'root@x') => ({
  raw: buildMessage({
    subject,
    date: day(date),
    messageId: `<${subject}@x>`,
    headers: [['References', `<${to}>`]],
  }),
});
const MAIL: readonly MailboxSeed[] = [
  {
    name: 'INBOX',
    messages: [
      { raw: buildMessage({ subject: 'root', date: day(1), messageId: '<root@x>' }), flags: ['\\Seen'] },
      { raw: buildMessage({ subject: 'noise', date: day(2) }) },
      answer('two', 4),
      answer('three', 4),
    ],
  },
  { name: 'Sent', specialUse: '\\Sent', messages: [answer('one', 3)] },
  { name: 'Trash', specialUse: '\\Trash', messages: [answer('binned', 5)] },
];
const NEWEST_FIRST = ['binned', 'three', 'two', 'one', 'root'];

let server: V1Server;
before(async () => {
  server = await startV1Server({ mailboxes: MAIL });
});
after(() => server.close());

const read = async (url: string, from: V1Server = server) => {
  const response = await from.get(url);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
};
const subjectsOf = ({ data }: { data: readonly { attributes: { subject: string } }[] }) =>
  data.map(({ attributes }) => attributes.subject);
const idOf = async (folder: string, uid: number, from: V1Server = server): Promise<string> =>
  (await read(`${ACCOUNT}/MailFolders/${folder}/MessageItems/${uid}?fields[MessageItem]=uid`, from)).data.id;

describe('filter[threadOf] with the id of a message', () => {
  it('lists its conversation out of all folders, newest first', async () => {
    const document = await read(`${ACCOUNT}/MessageItems?filter[threadOf]=${await idOf('INBOX', 1)}`);

    assert.deepEqual(subjectsOf(document), NEWEST_FIRST);
    assert.deepEqual(document.meta, { page: { total: 5 } });
  });

  it('has the messages of the thread, which lists them oldest first', async () => {
    const id = await idOf('INBOX', 3);
    const { data } = await read(`${ACCOUNT}/MessageItems?filter[threadOf]=${id}&fields[MessageItem]=uid`);
    const thread = await read(`${V1}/MessageItems/${id}/thread?fields[MessageItem]=uid`);

    assert.deepEqual(
      thread.data.toReversed().map(({ id: each }: { id: string }) => each),
      data.map(({ id: each }: { id: string }) => each),
    );
  });

  it('is paged by cursor and by offset', async () => {
    const list = `${ACCOUNT}/MessageItems?filter[threadOf]=${await idOf('INBOX', 1)}`;
    const walked: string[] = [];
    for (let url: string | null = `${list}&page[size]=2`; url !== null; ) {
      const page = await read(url);
      walked.push(...subjectsOf(page));
      url = page.links.next;
    }

    assert.deepEqual(walked, NEWEST_FIRST);
    assert.deepEqual(subjectsOf(await read(`${list}&page[offset]=1&page[limit]=2`)), ['three', 'two']);
  });

  it('takes fields, include and the other filters', async () => {
    const list = `${ACCOUNT}/MessageItems?filter[threadOf]=${await idOf('INBOX', 1)}`;
    const document = await read(
      `${list}&filter[seen]=true&filter[MailFolder]=gmail.INBOX,gmail.Sent&fields[MessageItem]=subject&include=MessageBody`,
    );

    assert.deepEqual(
      document.data.map(({ attributes }: { attributes: object }) => attributes),
      [{ subject: 'root' }],
    );
    assert.equal(document.included[0].type, 'MessageBody');
  });

  it('lists what of it is in one folder, by any order', async () => {
    const list = `${INBOX}/MessageItems?filter[threadOf]=${await idOf('Sent', 1)}`;

    assert.deepEqual(subjectsOf(await read(list)), ['three', 'two', 'root']);
    assert.deepEqual(subjectsOf(await read(`${list}&sort=subject&page[size]=2`)), ['root', 'three']);
    assert.deepEqual(subjectsOf(await read(`${list}&filter[seen]=false`)), ['three', 'two']);
  });

  it('does not keep a folder list for unchanged when an answer comes elsewhere', async (t) => {
    const own = await startV1Server({ mailboxes: MAIL });
    t.after(() => own.close());
    const url = `${INBOX}/MessageItems?filter[threadOf]=${await idOf('INBOX', 2, own)}`;
    const { headers } = await own.get(url);

    const again = await own.get(url, { 'if-none-match': String(headers.etag) });

    assert.equal(again.statusCode, 304);
    own.sandbox.user('jane@example.org').deliver(buildMessage({ subject: 'later', date: day(9) }));
    assert.equal((await own.get(url, { 'if-none-match': String(headers.etag) })).statusCode, 200);
  });

  it('takes a Message-ID as before', async () => {
    const found = await read(
      `${ACCOUNT}/MessageItems?filter[threadOf]=root@x&filter[MailFolder]=gmail.INBOX`,
    );

    assert.deepEqual(subjectsOf(found), ['three', 'two', 'root']);
  });

  for (const [name, query] of [
    ['a message that is not there', 'filter[threadOf]=gmail.INBOX.UIDVALIDITY.99'],
    ['a message of a re-created folder', 'filter[threadOf]=gmail.INBOX.5.1'],
    ['a message of a folder that is not there', 'filter[threadOf]=gmail.Nowhere.5.1'],
    ['a message of another account', 'filter[threadOf]=yahoo.INBOX.5.1'],
    ['two messages', 'filter[threadOf]=gmail.INBOX.5.1&filter[threadOf]=gmail.INBOX.5.2'],
  ] as const) {
    it(`refuses ${name}`, async () => {
      const [, , uidValidity = ''] = (await idOf('INBOX', 1)).split('.');
      for (const list of [`${ACCOUNT}/MessageItems`, `${INBOX}/MessageItems`]) {
        const refused = await server.get(`${list}?${query.replace('UIDVALIDITY', uidValidity)}`);

        assert.equal(refused.statusCode, 400, refused.body);
        assert.deepEqual(refused.json().errors[0].source, { parameter: 'filter[threadOf]' });
      }
    });
  }

  it('is no condition among others', async () => {
    const filter = JSON.stringify({
      OR: [{ '=': { threadOf: 'gmail.INBOX.5.1' } }, { '=': { seen: true } }],
    });
    const refused = await server.get(`${INBOX}/MessageItems?filter=${encodeURIComponent(filter)}`);

    assert.deepEqual(refused.json().errors[0].source, { parameter: 'filter' });
  });
});

describe('A conversation on Gmail, where messages are in All Mail as well', () => {
  let gmail: V1Server;
  before(async () => {
    gmail = await startV1Server({
      profile: 'gmail',
      mailboxes: [
        { name: '[Gmail]/All Mail', specialUse: '\\All' },
        { name: '[Gmail]/Sent Mail', specialUse: '\\Sent' },
      ],
    });
    const user = gmail.sandbox.user('jane@example.org');
    // Without Message-IDs copies can be told by Gmail's own id alone.
    user.deliver(buildMessage({ subject: 'root', date: day(1), messageId: '<root@x>' }));
    user.deliver(answer('two', 4).raw);
    user.deliver(answer('one', 3).raw, { mailbox: '[Gmail]/Sent Mail' });
    user.deliver(
      buildMessage({
        subject: 'nameless',
        date: day(5),
        messageId: null,
        headers: [['References', '<root@x>']],
      }),
    );
  });
  after(() => gmail.close());

  for (const uid of [1, 2, 3]) {
    it(`has each message once, asked for as INBOX ${uid}`, async () => {
      const id = await idOf('INBOX', uid, gmail);
      const fields = 'fields[MessageItem]=subject';
      const list = await read(`${ACCOUNT}/MessageItems?filter[threadOf]=${id}&${fields}`, gmail);
      const thread = await read(`${V1}/MessageItems/${id}/thread?${fields}`, gmail);

      assert.deepEqual(subjectsOf(list), ['nameless', 'two', 'one', 'root']);
      assert.deepEqual(subjectsOf(thread), ['root', 'one', 'two', 'nameless']);
      assert.ok(
        thread.data.some((each: { id: string }) => each.id === id),
        'the message itself is not there',
      );
    });
  }
});
