/** Every address that an answer of version 1 prints can be asked for. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { assertJsonApi } from '../../../../relfield/test/support/json-api-schema.ts';
import { AUTHORIZATION, MESSAGES, V1, type V1Api } from './v1-server.ts';

/** Follows links through one server, which `start` gives with the mail of v1-mail.ts and the suite closes. */
export function linksSuite(name: string, start: () => Promise<V1Api>): void {
  describe(`Every link of v1 over ${name}`, () => {
    let server: V1Api;
    before(async () => {
      server = await start();
    });
    after(() => server?.close());

    it('answers 200, whichever links one follows from the list of accounts', async () => {
      const visited = await crawl(server, `${V1}/MailAccounts`);
      const cursors = await crawl(server, `${MESSAGES}?page[size]=1&fields[MessageItem]=uid`);
      const windows = await crawl(
        server,
        `${V1}/MailAccounts/gmail/MessageItems?start=0&limit=2&fields[MessageItem]=uid&fields[MailFolder]=`,
      );

      const failed = [...visited, ...cursors, ...windows].filter(([, status]) => status !== 200);
      assert.deepEqual(failed, []);
      assert.ok(visited.size > 40, String(visited.size));
      assert.ok(cursors.size >= 6, String(cursors.size));
    });

    it('that follows from the id of a row leads to the same message, and to itself', async () => {
      const list = await server.get(`${V1}/MailAccounts/gmail/MessageItems`);
      const items: readonly { id: string }[] = list.json().data;
      const followed = await Promise.all(items.map(({ id }) => server.get(`${V1}/MessageItems/${id}`)));

      assert.deepEqual(
        followed.map((answer) => answer.json().data.id),
        items.map(({ id }) => id),
      );
      assert.deepEqual(
        followed.map((answer) => answer.json().data.links.self),
        items.map(({ id }) => `http://mail.test${V1}/MessageItems/${id}`),
      );
    });

    it('is a path where an old client names no host', async () => {
      const address = new URL(await server.posthorn.listen());
      const socket = connect(Number(address.port), address.hostname);
      socket.write(`GET ${V1}/MailAccounts HTTP/1.0\r\nAuthorization: ${AUTHORIZATION}\r\n\r\n`);
      const answer = await text(socket);

      const document = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
      assert.deepEqual(document.links, { self: `${V1}/MailAccounts` });
      assertJsonApi(document);
    });
  });
}

/** Follows all links, each once; the status by address. */
async function crawl(server: V1Api, start: string): Promise<ReadonlyMap<string, number>> {
  const statuses = new Map<string, number>();
  const pending = [start];
  for (let url = pending.pop(); url !== undefined; url = pending.pop()) {
    if (statuses.has(url)) continue;
    const answer = await server.get(url);
    statuses.set(url, answer.statusCode);
    if (String(answer.headers['content-type']).includes('json')) pending.push(...addressesIn(answer.json()));
  }
  return statuses;
}

/** All addresses of this server in a document, wherever they stand, and those of the resources that it names. */
function addressesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('http://mail.test/') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return [...addressOf(value), ...Object.values(value).flatMap(addressesIn)];
}

const COLLECTIONS: Readonly<Record<string, string>> = {
  MailAccount: 'MailAccounts',
  MailFolder: 'MailFolders',
  MessageItem: 'MessageItems',
  MessageBody: 'MessageBodies',
  Attachment: 'Attachments',
};

function addressOf(value: object): readonly string[] {
  const { type, id } = value as { readonly type?: unknown; readonly id?: unknown };
  const collection = COLLECTIONS[String(type)];
  return collection === undefined || typeof id !== 'string' ? [] : [`${V1}/${collection}/${id}`];
}
