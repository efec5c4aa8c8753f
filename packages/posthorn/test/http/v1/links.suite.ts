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

    it('to the message itself leads to the same message', async () => {
      const list = await server.get(`${V1}/MailAccounts/gmail/MessageItems`);
      const items: readonly { id: string; links: { self: string } }[] = list.json().data;
      const followed = await Promise.all(items.map(({ links }) => server.get(links.self)));

      assert.deepEqual(
        followed.map((answer) => answer.json().data.id),
        items.map(({ id }) => id),
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

/** All addresses of this server in a document, wherever they stand. */
function addressesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('http://mail.test/') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(addressesIn) : [];
}
