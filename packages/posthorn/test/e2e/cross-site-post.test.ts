/**
 * Forms of another site, in a browser that remembers the user's Basic login: Posthorn asks for none, but a proxy in front of it may, as the
 * one here does.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as openRequest, type RequestListener, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { buildMessage } from '../support/message-samples.ts';
import { type Browser, browserIsMissing, openBrowser } from './browser.ts';
import { serveInstallation } from './installation.ts';
import type { PosthornProcess } from './posthorn-process.ts';

const USER = { name: 'jane@example.org', password: 'secret' };
const V0_DRAFTS = 'v0/MailAccounts/example/MailFolders/Drafts/MessageItems';
const V1_DRAFTS = V0_DRAFTS.replace('v0', 'v1');
const REFUSED = 415;

/** The POSTs that send or store something, in both versions. */
const TARGETS = {
  'v0 send': `${V0_DRAFTS}/1`,
  'v0 create': V0_DRAFTS,
  'v0 upload': `${V0_DRAFTS}/1/Attachments`,
  'v1 send': `${V1_DRAFTS}/1/send`,
  'v1 send new': `${V1_DRAFTS}/send`,
  'v1 create': V1_DRAFTS,
  'v1 upload': `${V1_DRAFTS}/1/Attachments`,
  'v1 import': `${V1_DRAFTS}/import`,
  'v1 copy': `${V1_DRAFTS}/1/copy`,
  'v1 bulk': `${V1_DRAFTS}/bulk`,
  'v1 create folder': 'v1/MailAccounts/example/MailFolders',
} as const;

/** What a form can send: the pairs of names and values, in each encoding that forms know. */
interface Form {
  readonly enctype: 'text/plain' | 'application/x-www-form-urlencoded' | 'multipart/form-data';
  readonly fields: Readonly<Record<string, string>>;
}

/** A form of texts makes a document of one field: its name and its value stand on both sides of an equals sign. */
const DOCUMENT = {
  '{"data":{"type":"MessageItem","attributes":{"subject":"Forged","to":[{"address":"eve@evil.example"}],"text":"':
    '"}}}',
};
const FIELDS = { subject: 'Forged', to: '[{"address":"eve@evil.example"}]', textPlain: 'Forged', file1: 'x' };
const FORMS: Readonly<Record<string, Form>> = {
  text: { enctype: 'text/plain', fields: DOCUMENT },
  pairs: { enctype: 'application/x-www-form-urlencoded', fields: FIELDS },
  parts: { enctype: 'multipart/form-data', fields: FIELDS },
  nothing: { enctype: 'application/x-www-form-urlencoded', fields: {} },
};

describe('A page of another site, in a browser that remembers a login', { skip: browserIsMissing }, () => {
  let sandbox: Sandbox;
  let site: Server;
  let proxy: Server;
  let posthorn: PosthornProcess;
  let browser: Browser;
  let page: Page;
  let siteAddress: string;
  let address: string;

  before(async () => {
    const draft = buildMessage({ subject: 'Draft', to: ['bob@example.org'] });
    sandbox = await startSandbox({
      users: [{ ...USER, mailboxes: [{ name: 'Drafts', messages: [{ raw: draft, flags: ['\\Draft'] }] }] }],
      smtp: true,
    });
    site = await listen((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Another site</title>');
    });
    siteAddress = `http://localhost:${portOf(site)}`;
    posthorn = await serveInstallation({ imapPort: sandbox.imapPort, smtpPort: sandbox.smtpPort });
    proxy = await listen(askingProxy(new URL(posthorn.address).port));
    address = `127.0.0.1:${portOf(proxy)}`;
    browser = await openBrowser();
    page = await browser.context.newPage();
    await rememberLogin();
    await page.goto(siteAddress);
  });
  after(async () => {
    await browser?.close();
    await posthorn?.stop();
    proxy?.close();
    site?.close();
    await sandbox?.close();
  });

  const url = (path: string) => `http://${address}/rest-api-email/${path}`;

  /** As the user who signs in at the prompt of the browser. */
  async function rememberLogin(): Promise<void> {
    const login = `${encodeURIComponent(USER.name)}:${USER.password}`;
    await page.goto(`http://${login}@${address}/rest-api-email/v0/MailAccounts`);
  }

  /** What the user has, and what went out. */
  const mail = () => ({
    folders: sandbox
      .user(USER.name)
      .mailboxes()
      .map(({ name, messageCount }) => `${name} ${messageCount}`),
    sent: sandbox.acceptedMail.length,
  });

  /** Submits the form on the page of the other site; gives the status that the browser then has. */
  async function submit(action: string, form: Form): Promise<number> {
    await page.goto(siteAddress);
    const answered = page.waitForResponse((response) => response.url() === action);
    await page.evaluate(
      ([target, { enctype, fields }]) => {
        const element = Object.assign(document.createElement('form'), {
          ...{ method: 'post', action: target, enctype },
        });
        for (const [name, value] of Object.entries(fields)) {
          element.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
        }
        document.body.append(element);
        element.submit();
      },
      [action, form] as const,
    );
    const response = await answered;
    await page.waitForURL(action);
    return response.status();
  }

  it('reads with that login: the browser sends it along', async () => {
    await page.goto(siteAddress);
    await page.evaluate((target) => location.assign(target), url(V1_DRAFTS));
    await page.waitForURL(url(V1_DRAFTS));

    assert.match((await page.textContent('body')) ?? '', /"Draft"/);
  });

  for (const [target, path] of Object.entries(TARGETS)) {
    for (const [kind, form] of Object.entries(FORMS)) {
      it(`changes nothing by a form of ${kind} to ${target}`, async () => {
        const before = mail();

        assert.equal(await submit(url(path), form), REFUSED);

        assert.deepEqual(mail(), before);
      });
    }
  }
});

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** Passes requests on as they are, and makes the browser ask its user for a login where one is missing. */
function askingProxy(port: string): RequestListener {
  return (request, response) => {
    const { method, url: path, headers } = request;
    const passed = openRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      if (answer.statusCode === 401) response.setHeader('www-authenticate', 'Basic realm="Mail"');
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  };
}
