/** The JSON:API client devour-client, with models of its own, reads mail through version 1. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import JsonApi from 'devour-client';
import { DEMO_LOGIN, OPENING, RELFIELD_TYPE, SHELF } from './demo-api.ts';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';

interface Message {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly uid: number;
  readonly MailFolder: { readonly id: string; readonly type: string; readonly name?: string };
  readonly MessageBody: { readonly id: string; readonly type: string; readonly textPlain?: string };
}

function openClient(address: string): JsonApi {
  const client = new JsonApi({
    apiUrl: `${address}/rest-api-email/v1`,
    auth: DEMO_LOGIN,
    // It would warn of every attribute that no model names.
    logger: false,
    errorBuilder: (error) => error,
  });
  client.headers.Accept = RELFIELD_TYPE;
  client.define('MailAccount', { name: '' });
  client.define('MailFolder', {
    name: '',
    folderType: '',
    MailAccount: { jsonApi: 'hasOne', type: 'MailAccount' },
  });
  client.define('MessageItem', {
    subject: '',
    uid: '',
    messageId: '',
    previewText: '',
    MailFolder: { jsonApi: 'hasOne', type: 'MailFolder' },
    MessageBody: { jsonApi: 'hasOne', type: 'MessageBody' },
  });
  client.define('MessageBody', { textPlain: '' });
  return client;
}

describe('the JSON:API client devour-client', () => {
  let demo: PosthornProcess;
  let client: JsonApi;

  before(async () => {
    demo = await startPosthornProcess(['demo', '--port', '0']);
    client = openClient(demo.address);
  });
  after(() => demo?.stop());

  const account = () => client.one('MailAccount', 'demo');
  const inbox = () => account().one('MailFolder', 'INBOX');
  const selfOf = (path: string) => ({ self: `${demo.address}/rest-api-email/v1/${path}` });

  it('reads the mail accounts', async () => {
    const { data } = await client.all('MailAccount').get();

    assert.deepEqual(data, [
      { id: 'demo', type: 'MailAccount', name: 'jane@posthorn.test', links: selfOf('MailAccounts/demo') },
    ]);
  });

  it('reads the mail folders, also those whose names are no ASCII', async () => {
    const { data } = await account().all('MailFolder').get();

    const folders = data as readonly { id: string; name: string; folderType: string; MailAccount: object }[];
    const last = folders.find(({ name }) => name === 'Entwürfe alt');
    assert.deepEqual(last, {
      id: 'demo.Entw~C3~BCrfe~20alt',
      type: 'MailFolder',
      name: 'Entwürfe alt',
      folderType: 'FOLDER',
      MailAccount: { type: 'MailAccount', id: 'demo' },
      links: selfOf('MailFolders/demo.Entw~C3~BCrfe~20alt'),
    });
  });

  it('reads a list and connects each message with its folder and its text', async () => {
    const { data, meta } = await inbox()
      .all('MessageItem')
      .get({ include: 'MailFolder,MessageBody', sort: 'uid', page: { limit: 2 } });

    const [first, second] = data as readonly Message[];
    assert.deepEqual([first?.id, first?.subject], [SHELF.id, SHELF.subject]);
    assert.deepEqual([first?.MailFolder.name, first?.MailFolder.id], ['INBOX', 'demo.INBOX']);
    // A message and its text have one id; only their types keep them apart.
    assert.deepEqual([first?.MessageBody.type, first?.MessageBody.id], ['MessageBody', SHELF.id]);
    assert.match(first?.MessageBody.textPlain ?? '', /^Hi Jane,\n/);
    assert.equal(second?.MailFolder, first?.MailFolder);
    assert.deepEqual((meta as { readonly page: object }).page, { total: 13 });
  });

  it('reads one message with the fields that relfield adds and takes away', async () => {
    const { data } = await inbox()
      .one('MessageItem', '1')
      .get({ 'relfield:fields': { MessageItem: '+previewText,-messageId,-MessageBody' } });

    const { previewText, ...message } = data as Message & { readonly previewText: string };
    assert.match(previewText, /^Hi Jane, /);
    assert.deepEqual(message, {
      id: SHELF.id,
      type: 'MessageItem',
      subject: SHELF.subject,
      uid: 1,
      MailFolder: { type: 'MailFolder', id: 'demo.INBOX' },
      links: selfOf(`MessageItems/${SHELF.id}`),
    });
  });

  it('keeps messages with one uid in two folders apart', async () => {
    const { data } = await account()
      .all('MessageItem')
      .get({ include: 'MailFolder,MessageBody', 'filter[uid]': 1, 'page[limit]': 50 });

    const messages = new Map((data as readonly Message[]).map((message) => [message.id, message]));
    const read = [SHELF, OPENING].map(({ id }) => messages.get(id));
    assert.deepEqual(
      read.map((message) => [message?.uid, message?.subject, message?.MailFolder.name]),
      [
        [1, SHELF.subject, 'INBOX'],
        [1, OPENING.subject, 'Sent'],
      ],
    );
    assert.deepEqual(
      read.map((message) => message?.MessageBody.textPlain?.split('\n')[0]),
      ['Hi Jane,', 'Yes! I can bring the two repair stands and the big tool box.'],
    );
  });

  it('shows the error object of a refused order', async () => {
    const request = inbox().all('MessageItem').get({ sort: 'nope' });

    await assert.rejects(request, {
      0: {
        status: '400',
        code: 'sort-not-supported',
        title: 'Sort not supported',
        detail: '"nope" is not one of the sort keys date, subject, from, to, size, uid.',
        source: { parameter: 'sort' },
        links: { type: 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/unsupported-sort' },
      },
    });
  });
});
