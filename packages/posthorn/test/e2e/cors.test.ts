/** Pages of other origins in a browser: what they can send, and what they can read. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { buildMessage } from '../support/message-samples.ts';
import { type Browser, browserIsMissing, openBrowser } from './browser.ts';
import { documentedCors } from './documented-cors.ts';
import { serveInstallation } from './installation.ts';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';

const LOGIN = { name: 'jane@example.org', password: 'secret' };
const AUTHORIZATION = `Basic ${btoa(`${LOGIN.name}:${LOGIN.password}`)}`;
const EXT = 'application/vnd.api+json;ext="https://conjoon.org/json-api/ext/relfield"';
const MESSAGE = 'MailAccounts/example/MailFolders/INBOX/MessageItems/1';

/** What clients of all kinds send. */
const ALL_HEADERS = {
  accept: EXT,
  'x-requested-with': 'XMLHttpRequest',
  'x-mail-auth': 'password',
  'x-cnmail-data': btoa('{"inbox_address":"127.0.0.1","inbox_port":143,"inbox_ssl":false}'),
  'x-request-id': '0123456789',
  'if-match': '*',
  'if-none-match': '"x"',
  'idempotency-key': '0123456789',
  'last-event-id': 'x',
  range: 'bytes=0-1',
  'content-disposition': 'attachment',
  'content-id': '<a@b>',
};

/** What a script on a page gets. */
interface ScriptAnswer {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Why there is no answer; browsers do not tell scripts more than that there is none. */
  readonly error?: string;
}

/** What a script asks for: the part of RequestInit that can be handed to the page. */
interface ScriptRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly credentials?: 'include';
}

/** Runs `fetch` on the page. */
function fetchOn(page: Page, url: string, init: ScriptRequest = {}): Promise<ScriptAnswer> {
  return page.evaluate(
    async ([address, options]) => {
      try {
        const response = await fetch(address, options);
        const headers = Object.fromEntries(response.headers.entries());
        return { status: response.status, body: await response.text(), headers };
      } catch (error) {
        return { error: (error as Error).name };
      }
    },
    [url, init] as const,
  );
}

describe('A page of another origin in a browser', { skip: browserIsMissing }, () => {
  let sandbox: Sandbox;
  let pages: Server;
  let posthorn: PosthornProcess;
  let browser: Browser;
  /** Of the same server by two names, which makes them two origins. */
  let allowed: Page;
  let other: Page;
  let allowedOrigin: string;

  before(async () => {
    sandbox = await startSandbox({
      users: [
        { ...LOGIN, mailboxes: [{ name: 'INBOX', messages: [{ raw: buildMessage({ subject: 'Plan' }) }] }] },
      ],
    });
    pages = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>');
    });
    await once(pages.listen(0, '127.0.0.1'), 'listening');
    const address = pages.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    allowedOrigin = `http://127.0.0.1:${port}`;
    posthorn = await serveInstallation({
      imapPort: sandbox.imapPort,
      cors: `export default {
        paths: ['rest-api-email/*', 'rest-imapuser/*'],
        allowed_origins: ['${allowedOrigin}', 'https://*.example.org'],
        exposed_headers: ['ETag', 'Location', 'X-Request-Id', 'Retry-After'],
        supports_credentials: true,
      };`,
    });
    browser = await openBrowser();
    allowed = await browser.context.newPage();
    await allowed.goto(allowedOrigin);
    other = await browser.context.newPage();
    await other.goto(`http://localhost:${port}`);
  });
  after(async () => {
    await browser?.close();
    await posthorn?.stop();
    pages?.close();
    await sandbox?.close();
  });

  const url = (path: string) => `${posthorn.address}/rest-api-email/${path}`;
  const headers = { authorization: AUTHORIZATION };

  it('reads mail where its origin is allowed', async () => {
    const { status, body } = await fetchOn(allowed, url(`v1/${MESSAGE}`), { headers });

    assert.deepEqual([status, JSON.parse(body ?? '').data.attributes.subject], [200, 'Plan']);
  });

  it('reads nothing where its origin is not allowed', async () => {
    assert.deepEqual(await fetchOn(other, url(`v1/${MESSAGE}`), { headers }), { error: 'TypeError' });
    assert.deepEqual(await fetchOn(other, url('v0/MailAccounts')), { error: 'TypeError' });
  });

  it('reads nothing where its path has no CORS', async () => {
    assert.deepEqual(await fetchOn(allowed, `${posthorn.address}/health`), { error: 'TypeError' });
  });

  it('may send its credentials where its origin is allowed', async () => {
    const { status } = await fetchOn(allowed, url(`v1/${MESSAGE}`), { headers, credentials: 'include' });

    assert.equal(status, 200);
  });

  it('names fields by the extension, with a plus sign', async () => {
    const { status, body } = await fetchOn(
      allowed,
      url(`v1/${MESSAGE}?relfield:fields[MessageItem]=+cc,-size`),
      { headers: { ...headers, accept: EXT } },
    );

    const { attributes } = JSON.parse(body ?? '').data;
    assert.deepEqual([status, 'cc' in attributes, 'size' in attributes], [200, true, false]);
  });

  it('changes mail with all headers that clients send', async () => {
    const { status, body } = await fetchOn(allowed, url(`v0/${MESSAGE}/MessageItem`), {
      method: 'PATCH',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
        'x-cnmail-data': btoa('{"inbox_address":"127.0.0.1","inbox_port":143,"inbox_ssl":false}'),
        'if-match': '*',
        'if-none-match': '"x"',
        'idempotency-key': '0123456789',
      },
      body: JSON.stringify({
        data: { mailFolderId: 'INBOX', mailAccountId: 'example', id: '1', attributes: { seen: true } },
      }),
    });

    assert.deepEqual([status, JSON.parse(body ?? '').success], [200, true]);
  });

  it('reads the headers that are exposed, and no other', async () => {
    const answer = await fetchOn(allowed, url(`v1/${MESSAGE}`), { headers });

    const names = Object.keys(answer.headers ?? {});
    assert.deepEqual(
      ['etag', 'x-request-id', 'content-type', 'server-timing'].filter((name) => names.includes(name)),
      ['etag', 'x-request-id', 'content-type'],
    );
  });

  it('reads why it got no mail', async () => {
    const refused = await fetchOn(allowed, url(`v0/${MESSAGE}`));
    const unknown = await fetchOn(allowed, url('v0/Nothing'), { headers });
    const malformed = await fetchOn(allowed, url('v1/MailAccounts?nonsense=1'), { headers });

    assert.deepEqual([refused.status, unknown.status, malformed.status], [401, 404, 400]);
    assert.equal(JSON.parse(malformed.body ?? '').errors[0].code, 'unknown-parameter');
  });

  it('signs in', async () => {
    const { status, body } = await fetchOn(allowed, `${posthorn.address}/rest-imapuser/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: LOGIN.name, password: LOGIN.password }),
    });

    assert.deepEqual([status, JSON.parse(body ?? '').success], [200, true]);
  });

  for (const heading of ['For a webmail client', 'For development']) {
    it(`uses the whole API with the sample "${heading}" of docs/cors.md`, async (t) => {
      const cors = documentedCors(allowedOrigin)[heading] ?? '';
      const server = await serveInstallation({ imapPort: sandbox.imapPort, cors });
      t.after(() => server.stop());
      const base = `${server.address}/rest-api-email/v1`;

      const change = await fetchOn(allowed, `${base}/${MESSAGE}`, {
        method: 'PATCH',
        headers: { ...headers, ...ALL_HEADERS, 'content-type': 'application/vnd.api+json' },
        body: JSON.stringify({ data: { type: 'MessageItem', id: 'x', attributes: {} } }),
      });
      const token = await fetchOn(allowed, `${base}/MailAccounts`, {
        headers: { authorization: 'Bearer abc', 'x-mail-user': LOGIN.name, accept: EXT },
      });

      const nameless = await fetchOn(allowed, `${base}/MailAccounts`, {
        headers: { authorization: 'Bearer abc' },
      });

      // The id is wrong, and the entry takes no tokens: the page may send all of this, and reads the answers.
      assert.deepEqual([change.status, token.status], [409, 422]);
      assert.ok(change.headers?.['x-request-id']);
      assert.match(String(nameless.headers?.['www-authenticate']), /^Bearer /);
    });
  }

  it('may be of any origin for the demo, without credentials of the browser', async () => {
    const demo = await startPosthornProcess(['demo', '--port', '0']);
    const accounts = `${demo.address}/rest-api-email/v1/MailAccounts`;
    const login = { authorization: `Basic ${btoa('jane@posthorn.test:demo')}`, accept: EXT };

    const answer = await fetchOn(other, accounts, { headers: login });
    const withCredentials = await fetchOn(other, accounts, { headers: login, credentials: 'include' });
    await demo.stop();

    assert.deepEqual([answer.status, withCredentials], [200, { error: 'TypeError' }]);
  });
});

describe('posthorn serve', () => {
  const serve = (cors: string) => serveInstallation({ imapPort: 9, cors });

  it('warns of an installation in production that lets the pages of every site in', async () => {
    const server = await serve("export default { paths: ['*'] };");
    await server.stop();

    assert.match(server.output(), /CORS: \* lets in the pages of every site\./);
  });

  it('does not start where every page may send the credentials of the browser', async () => {
    await assert.rejects(
      serve("export default { paths: ['*'], supports_credentials: true, max_age: 'long' };"),
      /code 2:.*cors\.js: max_age: expected.*cors\.js: supports_credentials: expected false/s,
    );
  });
});
