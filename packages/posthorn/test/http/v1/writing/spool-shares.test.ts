/** Uploads of two users at the same time. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createFileSpool } from '../../../../src/adapters/spool/file-spool.ts';
import { InMemoryMailStore, mailbox, message } from '../../in-memory-mail-store.ts';
import { AUTHORIZATION, createTestServer, INBOX } from '../../test-server.ts';

const ATTACHMENTS = `${INBOX.replace('/v0', '/v1')}/12/Attachments`;
const BOB = `Basic ${Buffer.from('bob@example.org:secret').toString('base64')}`;
const FILE_OCTETS = 400_000;
/** What arrives of an upload that stands still then. */
const STALLED_OCTETS = FILE_OCTETS + 200_000;

describe('A user whose uploads stand still', () => {
  it('leaves room for those of others, and has room again when they have ended', async (t) => {
    const contentSpool = createFileSpool({ maxOwnedOctets: 2 * FILE_OCTETS });
    const draft = message({ uid: 12, values: { draft: true } });
    const mailStore = new InMemoryMailStore([{ mailbox: mailbox('INBOX'), messages: [draft] }]);
    const app = createTestServer(t, { mailStore, services: { contentSpool } });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const upload = async (authorization: string): Promise<number> => {
      const headers = { authorization, 'content-disposition': 'attachment; filename="a.bin"' };
      const body = Buffer.alloc(FILE_OCTETS);
      return (await fetch(`${url}${ATTACHMENTS}`, { method: 'POST', headers, body })).status;
    };
    const accepted = once(app.server, 'connection');
    const stalled = connect(port, '127.0.0.1');
    const [atServer] = (await accepted) as [Socket];
    stalled.write(
      `POST ${ATTACHMENTS} HTTP/1.1\r\nHost: x\r\nAuthorization: ${AUTHORIZATION}\r\n` +
        `Content-Disposition: attachment\r\nContent-Length: ${2 * FILE_OCTETS}\r\n\r\n`,
    );
    stalled.write(Buffer.alloc(STALLED_OCTETS));
    while (atServer.bytesRead < STALLED_OCTETS) await delay(10);

    // The last octets may still be on their way to the spool.
    let own = await upload(AUTHORIZATION);
    for (let attempt = 0; own !== 429 && attempt < 50; attempt += 1) own = await upload(AUTHORIZATION);
    const others = await upload(BOB);
    stalled.destroy();
    await once(stalled, 'close');
    let again = await upload(AUTHORIZATION);
    for (let attempt = 0; again === 429 && attempt < 50; attempt += 1) again = await upload(AUTHORIZATION);

    // The mailbox is for reading: what comes after the spool refuses the file.
    assert.deepEqual([own, others, again], [429, 422, 422]);
  });
});
