/** The page of examples/sign-in-page in Chromium: it gets a token from an OpenID provider, lists mail and sends a letter. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openImapConnection } from '../support/imap-connection.ts';
import { buildMessage } from '../support/message-samples.ts';
import { browserIsMissing, openBrowser } from './browser.ts';
import { documentedCors } from './documented-cors.ts';
import { startOAuthInstallation } from './oauth-installation.ts';

const EXAMPLE = join(import.meta.dirname, '../../../../examples/sign-in-page');
const JANE = { name: 'jane@example.org', password: 'jane-secret' };
const FILES: Readonly<Record<string, string>> = { '/': 'index.html', '/sign-in.js': 'sign-in.js' };
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript' };

/** Serves the two files as any static server does, with the address of Posthorn written into the page when it is known. */
async function servePage(t: TestContext) {
  const posthorn = { address: '' };
  const server = createServer(async (request, response) => {
    const name = FILES[new URL(request.url ?? '/', 'http://localhost').pathname];
    if (name === undefined) return response.writeHead(404).end();
    const text = await readFile(join(EXAMPLE, name), 'utf8');
    response.setHeader('content-type', TYPES[name.split('.')[1] ?? ''] ?? '');
    return response.end(text.replace('http://127.0.0.1:8025', posthorn.address));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  return { posthorn, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('examples/sign-in-page', { skip: browserIsMissing }, () => {
  it('signs in at the provider, lists the mail, and sends a letter with the token', async (t) => {
    const page = await servePage(t);
    const cors = documentedCors(page.origin)['For a webmail client'] ?? '';
    const { posthorn, mail, provider } = await startOAuthInstallation(t, { user: JANE, cors });
    page.posthorn.address = posthorn.address;
    const imap = await openImapConnection(mail.dovecot, JANE);
    await imap.append('INBOX', [{ raw: buildMessage({ subject: 'Welcome, Jane' }) }]);
    await imap.close();
    const browser = await openBrowser();
    t.after(() => browser.close());
    const tab = await browser.context.newPage();

    await tab.goto(page.origin);
    await tab.fill('input[name=user]', JANE.name);
    await tab.click('text=Sign in');
    await tab.waitForURL(`${provider.issuer}/**`);
    assert.equal(await tab.inputValue('input[name=login]'), JANE.name);
    await tab.fill('input[name=password]', 'any');
    await tab.click('button[type=submit]');
    await tab.click('button:has-text("Continue")');

    await tab.waitForSelector('#letter:not([hidden])');
    assert.equal(await tab.textContent('#state'), `${JANE.name} is signed in.`);
    assert.deepEqual(await tab.locator('#messages li').allTextContents(), ['Welcome, Jane']);
    assert.equal(tab.url(), `${page.origin}/`, 'the code is gone from the address');

    await tab.fill('input[name=to]', 'bob@example.com');
    await tab.fill('input[name=subject]', 'By token');
    await tab.click('text=Send');
    await tab.waitForFunction("!document.getElementById('state').textContent.includes('signed in')");
    assert.equal(await tab.textContent('#state'), '“By token” is sent.');

    const [sent] = mail.sink.acceptedMail;
    assert.match(String(sent?.raw), /^Subject: By token\r?$/m);
    assert.deepEqual(sent?.forwardPaths, ['bob@example.com']);
    const kept = await tab.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])');
    assert.equal(kept, '[{},{},""]', 'the page keeps no token');
  });

  it('says so when the person says no', async (t) => {
    const page = await servePage(t);
    const cors = `export default { paths: ['rest-api-email/*'], allowed_origins: ['${page.origin}'] };`;
    const { posthorn } = await startOAuthInstallation(t, { user: JANE, cors });
    page.posthorn.address = posthorn.address;
    const browser = await openBrowser();
    t.after(() => browser.close());
    const tab = await browser.context.newPage();

    await tab.goto(page.origin);
    await tab.fill('input[name=user]', JANE.name);
    await tab.click('text=Sign in');
    await tab.click('text=Cancel');

    await tab.waitForFunction("document.getElementById('state').textContent.includes('access_denied')");
  });
});
