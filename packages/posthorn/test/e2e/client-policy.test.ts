/** A client that puts subjects and names into its page as HTML runs no script of a mail under the policy of docs/troubleshooting.md. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { buildMessage } from '../support/message-samples.ts';
import { type Browser, browserIsMissing, openBrowser } from './browser.ts';
import { serveInstallation } from './installation.ts';
import type { PosthornProcess } from './posthorn-process.ts';

const TROUBLESHOOTING_PAGE = join(import.meta.dirname, '../../../../docs/troubleshooting.md');
const POLICY =
  /<!-- client-policy -->\n```nginx\nadd_header Content-Security-Policy "([^"\n]*)" always;\n```/;
const LOGIN = { name: 'jane@example.org', password: 'secret' };

/** What tells the page that it ran. */
const ATTACKS = [
  '<img src=x onerror="ran.push(\'image\')">',
  '<svg onload="ran.push(\'svg\')">',
  '<iframe srcdoc="<script>parent.ran.push(\'frame\')</script>"></iframe>',
  '<details open ontoggle="ran.push(\'details\')">',
];
const MESSAGES = ATTACKS.map((attack) => ({
  raw: buildMessage({ subject: attack, from: { address: 'eve@example.com', name: attack } }),
}));

/** What is in the page itself: it needs its hash in the policy. */
const INLINE_SCRIPT = 'window.ran = [];';
/** The client: it compiles code, as Ext JS does, and makes HTML of what the API says. */
const CLIENT_SCRIPT = `
const list = new Function('items', 'return items.map((i) => "<li>" + i.subject + " " + i.from.name).join("")');
fetch(location.search.slice(1), { headers: { authorization: 'Basic ' + btoa('${LOGIN.name}:${LOGIN.password}') } })
  .then((answer) => answer.json())
  .then(({ data }) => { document.body.innerHTML = '<ul>' + list(data) + '</ul>'; });
`;
const PAGE = `<!doctype html><title>Client</title><script>${INLINE_SCRIPT}</script><body><script src="/client.js"></script>`;

describe('The policy for clients in docs/troubleshooting.md', { skip: browserIsMissing }, () => {
  let sandbox: Sandbox;
  let pages: Server;
  let posthorn: PosthornProcess;
  let browser: Browser;
  let origin: string;
  let policy = '';

  before(async () => {
    const written = POLICY.exec(await readFile(TROUBLESHOOTING_PAGE, 'utf8'))?.[1] ?? '';
    const hash = createHash('sha256').update(INLINE_SCRIPT).digest('base64');
    policy = written.replace("'unsafe-eval'", `'unsafe-eval' 'sha256-${hash}'`);
    sandbox = await startSandbox({
      users: [{ ...LOGIN, mailboxes: [{ name: 'INBOX', messages: MESSAGES }] }],
    });
    pages = createServer(({ url = '' }, response) => {
      const isScript = url === '/client.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      if (url.startsWith('/guarded')) response.setHeader('content-security-policy', policy);
      response.end(isScript ? CLIENT_SCRIPT : PAGE);
    });
    await once(pages.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(pages.address() as { port: number }).port}`;
    posthorn = await serveInstallation({
      imapPort: sandbox.imapPort,
      cors: `export default { paths: ['rest-api-email/*'], allowed_origins: ['${origin}'] };`,
    });
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await posthorn?.stop();
    pages?.close();
    await sandbox?.close();
  });

  /** What has run when all rows are shown. */
  async function show(path: string): Promise<readonly string[]> {
    const page = await browser.context.newPage();
    const list = `${posthorn.address}/rest-api-email/v0/MailAccounts/example/MailFolders/INBOX/MessageItems?limit=-1`;
    await page.goto(`${origin}${path}?${list}`);
    await page.waitForFunction((rows) => document.querySelectorAll('li').length === rows, ATTACKS.length);
    // Images fail and frames load after the rows are there.
    await page.waitForLoadState('networkidle');
    const ran = await page.evaluate(() => (globalThis as unknown as { ran: string[] }).ran);
    await page.close();
    return [...new Set(ran)].sort();
  }

  it('is needed: without it, each attack runs', async () => {
    assert.deepEqual(await show('/bare'), ['details', 'frame', 'image', 'svg']);
  });

  it('lets none of them run, and the client works', async () => {
    assert.deepEqual(await show('/guarded'), []);
  });
});
