/** Every address that an answer of version 1 prints can be asked for. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { startV1Server, V1, type V1Server } from './v1-server.ts';

describe('Every link of v1', () => {
  it('answers 200, whichever links one follows from the list of accounts', async () => {
    const server = await startV1Server();
    const visited = await crawl(server, `${V1}/MailAccounts`);
    const cursors = await crawl(
      server,
      `${V1}/MailAccounts/gmail/MailFolders/INBOX/MessageItems?page[size]=1&fields[MessageItem]=uid`,
    );
    const windows = await crawl(
      server,
      `${V1}/MailAccounts/gmail/MessageItems?start=0&limit=2&fields[MessageItem]=uid&fields[MailFolder]=`,
    );
    await server.close();

    const failed = [...visited, ...cursors, ...windows].filter(([, status]) => status !== 200);
    assert.deepEqual(failed, []);
    assert.ok(visited.size > 40, String(visited.size));
    assert.ok(cursors.size >= 6, String(cursors.size));
  });

  it('to the message itself leads to the same message', async () => {
    const server = await startV1Server();
    const list = await server.get(`${V1}/MailAccounts/gmail/MessageItems`);
    const items: readonly { id: string; links: { self: string } }[] = list.json().data;
    const followed = await Promise.all(items.map(({ links }) => server.get(links.self)));
    await server.close();

    assert.deepEqual(
      followed.map((answer) => answer.json().data.id),
      items.map(({ id }) => id),
    );
  });

  it('is a path where an old client names no host', async () => {
    const server = await startV1Server();
    const address = new URL(await server.posthorn.listen());
    const socket = connect(Number(address.port), address.hostname);
    const authorization = `Basic ${btoa('jane@example.org:secret')}`;
    socket.write(`GET ${V1}/MailAccounts HTTP/1.0\r\nAuthorization: ${authorization}\r\n\r\n`);
    const answer = await text(socket);
    await server.close();

    assert.ok(answer.includes(`"links":{"self":"${V1}/MailAccounts"}`), answer);
  });
});

/** Follows all links, each once; the status by address. */
async function crawl(server: V1Server, start: string): Promise<ReadonlyMap<string, number>> {
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
