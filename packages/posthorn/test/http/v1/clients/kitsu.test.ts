/** The JSON:API client kitsu lists, pages, creates, changes and deletes: it has one word for a type and its path. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Kitsu from 'kitsu';
import { type ClientServer, HEADERS, MESSAGE, sentBy, startClientServer } from './client-server.ts';

describe('kitsu, unmodified', () => {
  let server: ClientServer;
  let client: Kitsu;
  before(async () => {
    server = await startClientServer();
    // Names of this API are not kebab-case; all else is the default.
    client = new Kitsu({
      baseURL: server.apiUrl,
      camelCaseTypes: false,
      resourceCase: 'none',
      headers: HEADERS,
    });
  });
  after(() => server?.close());

  it('reads by type and id', async () => {
    const { data } = await client.get('MailFolders/gmail.INBOX');

    assert.deepEqual([data.id, data.name], ['gmail.INBOX', 'INBOX']);
  });

  it('lists and pages', async () => {
    const page = (number: number) =>
      client.get('MessageItem', { params: { page: { number, size: 2 }, filter: { seen: true } } });
    const pages = await Promise.all([page(1), page(2)]);

    assert.deepEqual(
      pages.map(({ data }) => data.map(({ subject }: { subject: string }) => subject)),
      [
        ['Report', 'Plan'],
        ['Re: Question', 'Question'],
      ],
    );
  });

  it('creates, changes, sends and deletes', async () => {
    const created = await client.create('MessageItem', { ...MESSAGE });
    const { id } = created.data;
    const changed = await client.update('MessageItem', { ...created.data, id, subject: 'Changed' });
    const sent = await client.request({
      method: 'POST',
      url: `MessageItems/${changed.data.id}/send`,
      type: 'MessageItem',
      body: {},
    });
    await client.delete('MessageItem', sent.data.id);

    assert.match(id, /^gmail\.Drafts\./);
    assert.equal(changed.data.subject, 'Changed');
    assert.match(sentBy(server).join(), /^Subject: Changed\r$/m);
    const trashed = client.get(`MessageItems/${sent.data.id}`);
    await assert.rejects(trashed);
  });
});
