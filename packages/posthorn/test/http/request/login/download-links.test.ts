import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { formatAttachmentId } from '../../../../src/domain/messages/attachment-id.ts';
import type { AuditEntry } from '../../../../src/http/server/audit-log.ts';
import { file, InMemoryMailStore, mailbox, message } from '../../in-memory-mail-store.ts';
import { AUTHORIZATION, createTestServer, get, INBOX, JANE } from '../../test-server.ts';

const LARGE = file({ encodedOctets: 78_000_000 });
const OTHER = file({ part: '3', fileName: 'other.txt', encodedOctets: 78_000_000 });
const FIFTEEN_MINUTES_MS = 15 * 60_000;

const KEY = randomBytes(32);

function openServer(
  t: TestContext,
  {
    audit = [],
    downloadKey = KEY,
  }: { readonly audit?: AuditEntry[]; readonly downloadKey?: Uint8Array } = {},
): FastifyInstance {
  const messages = [message({ uid: 12, files: [LARGE, OTHER] }), message({ uid: 13, files: [LARGE] })];
  const mailStore = new InMemoryMailStore([{ mailbox: mailbox('INBOX'), messages }]);
  return createTestServer(t, {
    mailStore,
    options: { downloadKey, auditListener: (entry) => audit.push(entry) },
  });
}

/** The address of the first file of message 12, as a link has it. */
async function linkOf(app: FastifyInstance): Promise<string> {
  const [{ downloadUrl }] = (await get(app, `${INBOX}/12/Attachments`)).json().data;
  return downloadUrl.replace('http://localhost:80', '');
}

describe('A download link of version 0', () => {
  it('downloads the file without a login, as a file', async (t) => {
    const audit: AuditEntry[] = [];
    const app = openServer(t, { audit });

    const answer = await app.inject({ url: await linkOf(app) });

    assert.deepEqual([answer.statusCode, answer.body], [200, 'hello']);
    assert.equal(
      answer.headers['content-disposition'],
      `attachment; filename="a.txt"; filename*=UTF-8''a.txt`,
    );
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(audit.at(-1)?.user, JANE);
  });

  it('tells nothing of the login', async (t) => {
    const link = await linkOf(openServer(t));

    const secrets = ['secret', JANE, AUTHORIZATION.slice('Basic '.length)];
    assert.deepEqual(
      secrets.filter((text) => link.includes(text) || link.includes(Buffer.from(text).toString('base64url'))),
      [],
    );
  });

  it('is that of one file', async (t) => {
    const app = openServer(t);
    const link = await linkOf(app);
    const [id, other] = [formatAttachmentId(LARGE.attachment), formatAttachmentId(OTHER.attachment)];

    const answers = await Promise.all(
      [link.replace(id, other), link.replace('/12/', '/13/'), link.replace('/gmail/', '/else/')].map((url) =>
        app.inject({ url }),
      ),
    );

    assert.deepEqual(
      answers.map((answer) => [answer.statusCode, answer.json().code]),
      Array(3).fill([403, 'link-unknown']),
    );
  });

  it('opens nothing else', async (t) => {
    const app = openServer(t);
    const query = (await linkOf(app)).split('?')[1];

    const statuses = [`${INBOX}/12/Attachments`, `${INBOX}/12/MessageBody`, `${INBOX}?limit=1`].map(
      async (url) => (await app.inject({ url: `${url}${url.includes('?') ? '&' : '?'}${query}` })).statusCode,
    );

    assert.deepEqual(await Promise.all(statuses), [401, 401, 401]);
  });

  it('ends after 15 minutes, and cannot be changed', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
    const app = openServer(t);
    const link = await linkOf(app);
    const changed = link.replace(/ticket=(.{30})./, (_all, start) => `ticket=${start}-`);

    t.mock.timers.tick(FIFTEEN_MINUTES_MS - 1);
    const inTime = await app.inject({ url: link });
    t.mock.timers.tick(1);
    const late = await app.inject({ url: link });
    const forged = await app.inject({ url: changed });

    assert.equal(inTime.statusCode, 200);
    assert.deepEqual(
      [late, forged].map((answer) => [answer.statusCode, answer.json().code]),
      [
        [403, 'link-expired'],
        [403, 'link-unknown'],
      ],
    );
  });

  it('is good at each process with the same key, and at no other', async (t) => {
    const link = await linkOf(openServer(t));

    const same = await openServer(t).inject({ url: link });
    const other = await openServer(t, { downloadKey: randomBytes(32) }).inject({ url: link });

    assert.deepEqual([same.statusCode, same.body], [200, 'hello']);
    assert.deepEqual([other.statusCode, other.json().code], [403, 'link-unknown']);
  });

  const CLICK = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site', accept: 'text/html,*/*' };
  for (const [who, headers, status] of [
    ['a click in a page keeps the page', CLICK, 204],
    ['a click in a browser without TLS keeps the page', { accept: CLICK.accept }, 204],
    ['an address that was pasted is answered', { ...CLICK, 'sec-fetch-site': 'none' }, 403],
    ['a script of a page is answered', { ...CLICK, 'sec-fetch-mode': 'cors' }, 403],
    ['a program is answered', { accept: '*/*' }, 403],
  ] as const) {
    it(`that is unknown: ${who}`, async (t) => {
      const app = openServer(t);
      const link = (await linkOf(app)).replace('/12/', '/13/');

      const answer = await app.inject({ url: link, headers });

      assert.equal(answer.statusCode, status);
    });
  }

  it('keeps the page only for a request with a ticket', async (t) => {
    const app = openServer(t);
    const [path = ''] = (await linkOf(app)).split('?');

    assert.equal((await app.inject({ url: path, headers: CLICK })).statusCode, 401);
  });

  it('is not looked at in a request with a login', async (t) => {
    const app = openServer(t);
    const link = (await linkOf(app)).replace(/ticket=.*/, 'ticket=ended');

    assert.equal((await get(app, link)).statusCode, 200);
  });

  for (const ticket of ['', 'x', 'ticket=', `${'z'.repeat(30_000)}`, '1.2.3', '&ticket=b']) {
    it(`is refused where its ticket is ${ticket.slice(0, 10)}`, async (t) => {
      const app = openServer(t);
      const [path] = (await linkOf(app)).split('?');

      const { statusCode } = await app.inject({ url: `${path}?ticket=${ticket}` });

      assert.ok([400, 403, 414].includes(statusCode), String(statusCode));
    });
  }
});

describe('A download link of version 1', () => {
  it('downloads the file at its content, and a range of it', async (t) => {
    const app = openServer(t);
    const path = INBOX.replace('v0', 'v1');

    const { meta } = (await get(app, `${path}/12/Attachments/2/link`)).json();
    const url = meta.downloadUrl.replace(/^http:\/\/[^/]+/, '');
    const whole = await app.inject({ url });
    const part = await app.inject({ url, headers: { range: 'bytes=1-2' } });
    const other = await app.inject({ url: url.replace('.2/content', '.3/content') });

    assert.ok(Date.parse(meta.expiresAt) - Date.now() > FIFTEEN_MINUTES_MS - 60_000, meta.expiresAt);
    assert.deepEqual([whole.statusCode, whole.body], [200, 'hello']);
    assert.deepEqual([part.statusCode, part.body], [206, 'el']);
    assert.deepEqual([other.statusCode, other.json().errors[0].code], [403, 'link-unknown']);
  });

  it('is not given for a file that is not there', async (t) => {
    const answer = await get(openServer(t), `${INBOX.replace('v0', 'v1')}/12/Attachments/9/link`);

    assert.deepEqual([answer.statusCode, answer.json().errors[0].code], [404, 'attachment-unknown']);
  });
});
