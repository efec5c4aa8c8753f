/** The JSON:API client kitsu writes mail through version 1: by addresses, for it has one word for a type and its path. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Kitsu from 'kitsu';
import { type ClientServer, HEADERS, MESSAGE, sentBy, startClientServer } from './client-server.ts';

describe('kitsu, unmodified', () => {
  let server: ClientServer;
  let client: Kitsu;
  before(async () => {
    server = await startClientServer();
    client = new Kitsu({
      baseURL: server.apiUrl,
      pluralize: false,
      camelCaseTypes: false,
      resourceCase: 'none',
      headers: HEADERS,
    });
  });
  after(() => server?.close());

  const request = (method: string, url: string, body?: object) =>
    client.request({ method, url, type: 'MessageItem', ...(body && { body }) });

  it('reads by type and id', async () => {
    const { data } = await client.get('MailFolders/gmail.INBOX');

    assert.deepEqual([data.id, data.name], ['gmail.INBOX', 'INBOX']);
  });

  it('creates, changes, sends and deletes', async () => {
    const created = await request('POST', 'MailFolders/gmail.Drafts/MessageItems', MESSAGE);
    const { id } = created.data;
    const changed = await request('PATCH', `MessageItems/${id}`, { id, subject: 'Changed' });
    const sent = await request('POST', `MessageItems/${changed.data.id}/send`, {});
    await request('DELETE', `MessageItems/${sent.data.id}`);

    assert.equal(changed.data.subject, 'Changed');
    assert.match(sentBy(server).join(), /^Subject: Changed\r$/m);
    await assert.rejects(client.get(`MessageItems/${sent.data.id}`));
  });
});
