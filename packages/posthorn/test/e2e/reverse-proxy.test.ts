import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { findFreePort } from '../support/free-port.ts';
import { buildMessage } from '../support/message-samples.ts';
import { serveInstallation } from './installation.ts';
import type { PosthornProcess } from './posthorn-process.ts';
import { type ProxyName, proxyIsMissing, type ReverseProxy, startReverseProxy } from './reverse-proxy.ts';

const LOGIN = { name: 'jane@example.org', password: 'secret' };
const AUTHORIZATION = `Basic ${btoa(`${LOGIN.name}:${LOGIN.password}`)}`;
const EXT = 'application/vnd.api+json;ext="https://conjoon.org/json-api/ext/relfield"';
const FILE = 'a,b\n1,2\n'.repeat(10_000);
/** Every spelling that clients have for the mailbox. */
const DRAFTS = ['%5BGmail%5D%2FDrafts', '[Gmail]%2FDrafts', '[Gmail]/Drafts', '%5bGmail%5d%2fDrafts'];

const MAIL = [
  { name: 'INBOX', messages: [] },
  {
    name: '[Gmail]/Drafts',
    messages: [
      {
        raw: buildMessage({
          subject: 'Plan',
          cc: ['carl@example.org'],
          attachments: [{ filename: 'numbers.csv', contentType: 'text/csv', content: FILE }],
        }),
      },
    ],
  },
];

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Sends the path as it is; `fetch` would write it anew. */
async function ask(
  proxy: { readonly port: number; readonly caPem: string },
  path: string,
  { method = 'GET', ...headers }: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const sent = request({
    host: '127.0.0.1',
    port: proxy.port,
    ca: proxy.caPem,
    path,
    method,
    agent: false,
    headers: { authorization: AUTHORIZATION, ...headers },
  });
  sent.end();
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Answers with the request line's target and the headers that it got. */
function echo(): Server {
  return createServer((received, response) => {
    response.end(JSON.stringify({ url: received.url, headers: received.headers }));
  });
}

for (const name of ['nginx', 'apache'] satisfies ProxyName[]) {
  describe(`docs/deployment.md for ${name}`, { skip: proxyIsMissing(name) }, () => {
    let sandbox: Sandbox;
    let posthorn: PosthornProcess;
    let proxy: ReverseProxy & { readonly port: number };
    let base: string;

    before(async () => {
      sandbox = await startSandbox({ users: [{ ...LOGIN, mailboxes: MAIL }] });
      const port = await findFreePort();
      base = `https://127.0.0.1:${port}/mail`;
      posthorn = await serveInstallation({
        imapPort: sandbox.imapPort,
        settings: { APP_URL: base, APP_TRUST_PROXY: '127.0.0.1' },
        cors: `export default { paths: ['*'], allowed_origins: ['https://app.example.org'] };`,
      });
      const upstreamPort = Number(new URL(posthorn.address).port);
      proxy = { port, ...(await startReverseProxy(name, { port, upstreamPort })) };
    });
    after(async () => {
      await proxy?.stop();
      await posthorn?.stop();
      await sandbox?.close();
    });

    const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      ask(proxy, `/mail/rest-api-email${path}`, headers);

    it('leads from the path without its last slash to Posthorn', async () => {
      const { status, headers } = await ask(proxy, '/mail', {});

      assert.ok(status === 301 || status === 308, String(status));
      assert.match(String(headers.location), /\/mail\/$/);
    });

    for (const folder of DRAFTS) {
      it(`lists ${folder} in every version`, async () => {
        const path = `/MailAccounts/example/MailFolders/${folder}/MessageItems`;

        const v0 = await get(`/v0${path}?start=0&limit=10`);
        const v1 = await get(`/v1${path}`);
        const alias = await get(path);

        assert.deepEqual([v0.status, JSON.parse(v0.body).data[0].subject], [200, 'Plan']);
        assert.deepEqual([v1.status, JSON.parse(v1.body).data[0].attributes.subject], [200, 'Plan']);
        assert.deepEqual(
          [alias.status, JSON.parse(alias.body).data],
          [200, JSON.parse(v1.body).data.map(withLinks('v1', ''))],
        );
      });
    }

    it('takes a plus sign of the query as it is', async () => {
      const path = `/v1/MailAccounts/example/MailFolders/${DRAFTS[0]}/MessageItems`;

      const { status, body } = await get(`${path}?relfield:fields[MessageItem]=+cc`, { accept: EXT });

      assert.equal(status, 200);
      assert.equal(JSON.parse(body).data[0].attributes.cc[0].address, 'carl@example.org');
    });

    it('links to addresses that can be asked for', async () => {
      const list = await get(`/v1/MailAccounts/example/MailFolders/${DRAFTS[2]}/MessageItems`);
      const { id } = JSON.parse(list.body).data[0];
      const single = await get(`/v1/MessageItems/${id}`);
      const { links, relationships } = JSON.parse(single.body).data;
      const self = await ask(proxy, links.self.slice(new URL(base).origin.length));

      assert.equal(links.self, `${base}/rest-api-email/v1/MessageItems/${id}`);
      assert.ok(relationships.MailFolder.links.related.startsWith(`${base}/rest-api-email/v1/`));
      assert.deepEqual([self.status, JSON.parse(self.body).data.attributes.subject], [200, 'Plan']);
    });

    it('hands out files, whole and in parts', async () => {
      const message = `/v1/MailAccounts/example/MailFolders/${DRAFTS[0]}/MessageItems/1`;

      const whole = await get(`${message}/Attachments/2/content`);
      const part = await get(`${message}/Attachments/2/content`, { range: 'bytes=0-2' });
      const v0 = await get(`${message.replace('v1', 'v0')}/Attachments`);
      const { id } = JSON.parse(v0.body).data[0];
      const download = await get(`${message.replace('v1', 'v0')}/Attachments/${id}`);

      assert.deepEqual([whole.status, whole.body === FILE], [200, true]);
      assert.match(String(whole.headers['content-disposition']), /^attachment; filename="numbers.csv"/);
      assert.deepEqual([part.status, part.body], [206, FILE.slice(0, 3)]);
      assert.deepEqual([download.status, download.body === FILE], [200, true]);
    });

    it('leaves errors as they are', async () => {
      const { status, headers, body } = await get(
        '/v0/MailAccounts/example/MailFolders/No%2FNo/MessageItems?limit=1',
      );

      const { success, code } = JSON.parse(body);
      assert.deepEqual([status, success, code], [404, false, 'mailbox-unknown']);
      assert.match(String(headers['content-type']), /^application\/json/);
    });

    it('leaves preflights to Posthorn', async () => {
      const { status, headers } = await get('/v1/MailAccounts', {
        method: 'OPTIONS',
        origin: 'https://app.example.org',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      });

      assert.deepEqual(
        [status, headers['access-control-allow-origin'], headers['access-control-allow-headers']],
        [204, 'https://app.example.org', 'authorization'],
      );
    });

    it('takes headers of 12 kilobytes', async () => {
      const { status } = await get('/v1/MailAccounts', { 'x-any': 'x'.repeat(12_000) });

      assert.equal(status, 200);
    });

    it('tells browsers to come back with TLS only', async () => {
      const { headers } = await get('/v1/MailAccounts');

      assert.equal(headers['strict-transport-security'], 'max-age=31536000');
    });

    it('serves the reference page and the documents below the path', async () => {
      const page = await ask(proxy, '/mail/docs');
      const document = await ask(proxy, '/mail/openapi/v1.json');

      assert.deepEqual([page.status, document.status], [200, 200]);
      assert.equal(JSON.parse(document.body).servers[0].url, `${base}/rest-api-email/v1`);
    });
  });

  describe(`docs/deployment.md for ${name}, seen from behind`, { skip: proxyIsMissing(name) }, () => {
    let upstream: Server;
    let proxy: ReverseProxy & { readonly port: number };

    before(async () => {
      upstream = echo();
      await once(upstream.listen(0, '127.0.0.1'), 'listening');
      const address = upstream.address();
      const upstreamPort = address !== null && typeof address === 'object' ? address.port : 0;
      const port = await findFreePort();
      proxy = { port, ...(await startReverseProxy(name, { port, upstreamPort })) };
    });
    after(async () => {
      await proxy?.stop();
      upstream?.close();
    });

    for (const path of [
      '/mail/x?relfield:fields[MessageItem]=+cc,-size&a=%2B%20b',
      '/mail/MailFolders/%5BGmail%5D%2FDrafts/MessageItems?filter=[{"property":"id"}]&_dc=1',
      '/mail/MailFolders/[Gmail]%2fDrafts/%252F/%C3%BC',
      "/mail/MailFolders/a.b~c!$&'()*+,;=:@/d?x=/../y&z",
    ]) {
      it(`passes on ${path} byte for byte`, async () => {
        const { body } = await ask(proxy, path.replaceAll('"', '%22'));

        assert.equal(JSON.parse(body).url, path.replaceAll('"', '%22'));
      });
    }

    it('tells who the client is and how it came, and nothing that the client made up', async () => {
      const { body } = await ask(proxy, '/mail/x', {
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'gopher',
        'x-forwarded-host': 'evil.test',
        'x-forwarded-prefix': '/evil',
      });

      const { headers } = JSON.parse(body);
      const last = (value: string | undefined) => value?.split(',').at(-1)?.trim();
      assert.deepEqual(
        [last(headers['x-forwarded-for']), headers['x-forwarded-proto']],
        ['127.0.0.1', 'https'],
      );
      assert.notEqual(last(headers['x-forwarded-host']), 'evil.test');
      assert.equal(headers['x-forwarded-prefix'], undefined);
    });
  });
}

/** The same resource as another version's path links to it. */
function withLinks(from: string, to: string) {
  return (resource: object): object =>
    JSON.parse(JSON.stringify(resource).replaceAll(`/rest-api-email/${from}/`, `/rest-api-email/${to}`));
}
