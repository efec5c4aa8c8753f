/** The JSON:API client devour-client, unmodified, writes mail through version 1. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import JsonApi from 'devour-client';
import { USER } from '../v1-server.ts';
import { type ClientServer, MESSAGE, sentBy, startClientServer } from './client-server.ts';

interface Message {
  readonly id: string;
  readonly subject: string;
  readonly flagged: boolean;
  readonly uid: number;
}

function openClient(apiUrl: string): JsonApi {
  const client = new JsonApi({
    apiUrl,
    auth: { username: USER.name, password: USER.password },
    logger: false,
  });
  client.define('MailFolder', { name: '' });
  client.define('MessageItem', {
    to: '',
    subject: '',
    textPlain: '',
    flagged: '',
    uid: '',
    size: '',
    messageId: '',
    MailFolder: { jsonApi: 'hasOne', type: 'MailFolder' },
  });
  client.define('send', {}, { collectionPath: 'send', type: 'MessageItem' });
  return client;
}

describe('devour-client, unmodified', () => {
  let server: ClientServer;
  let client: JsonApi;
  before(async () => {
    server = await startClientServer();
    client = openClient(server.apiUrl);
  });
  after(() => server?.close());

  const drafts = { type: 'MailFolder', id: 'gmail.Drafts' };
  const create = async () =>
    (await client.create('MessageItem', { ...MESSAGE, MailFolder: drafts })).data as Message;
  const read = async (id: string) => (await client.find('MessageItem', id)).data as Message;

  it('creates, reads, changes, sends', async () => {
    const draft = await create();
    const found = await read(draft.id);
    const changed = (await client.update('MessageItem', { ...found, subject: 'Changed' })).data as Message;
    await client.one('MessageItem', changed.id).all('send').post({});

    assert.deepEqual([found.id, found.subject], [draft.id, MESSAGE.subject]);
    assert.deepEqual([changed.subject, changed.id === draft.id], ['Changed', false]);
    assert.match(sentBy(server).join(), /^Subject: Changed\r$/m);
  });

  it('lists and pages', async () => {
    const page = { number: 2, size: 2 };
    const { data } = await client.findAll('MessageItem', {
      page,
      filter: { seen: true, before: '2025-01-01' },
    });

    assert.deepEqual(
      (data as readonly Message[]).map(({ subject }) => subject),
      ['Re: Question', 'Question'],
    );
  });

  it('sets flags of a message that it sends back as a whole, and deletes it', async () => {
    const { data } = await client.one('MailFolder', 'gmail.INBOX').all('MessageItem').get({ sort: 'uid' });
    const [first] = data as readonly Message[];
    assert.ok(first);
    const changed = (await client.update('MessageItem', { ...first, flagged: true })).data as Message;
    await client.destroy('MessageItem', first.id);

    assert.deepEqual([changed.id, changed.flagged], [first.id, true]);
    await assert.rejects(read(first.id));
  });

  it('creates, renames and deletes a folder', async () => {
    const account = { type: 'MailAccount', id: 'gmail' };
    const folder = (await client.create('MailFolder', { name: 'New', MailAccount: account })).data as Message;
    const renamed = await client.update('MailFolder', { id: folder.id, name: 'Newer' });
    const { id } = renamed.data as Message;
    await client.destroy('MailFolder', id);

    assert.deepEqual([folder.id, id], ['gmail.New', 'gmail.Newer']);
    await assert.rejects(client.find('MailFolder', id));
  });
});
