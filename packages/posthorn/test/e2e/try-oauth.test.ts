/** `posthorn try` for a mailbox whose provider takes no passwords: its owner signs in at an OpenID provider, in Chromium, and reads the mail there. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { openImapConnection } from '../support/imap-connection.ts';
import { buildMessage } from '../support/message-samples.ts';
import { browserIsMissing, openBrowser } from './browser.ts';
import { eventually } from './inbox-scene.ts';
import { type OAuthMail, startOAuthMail } from './oauth-installation.ts';

const COMMAND = join(import.meta.dirname, '../../bin/posthorn.js');
const JANE = { name: 'jane@example.org', password: 'jane-secret' };

interface Run {
  readonly child: ChildProcess;
  /** All that the person sees. */
  output(): string;
  /** The addresses that were given to the person's browser. */
  opened(count: number): Promise<readonly string[]>;
  /** Files in the installation, the home directory and the one for temporary files. */
  files(): Promise<readonly string[]>;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
  /** Sends Ctrl-C and waits for the end. */
  interrupt(): Promise<number | string | null>;
}

/** Runs the command with an `xdg-open` that writes down its address. */
async function runTry(
  t: TestContext,
  { rootDirectory }: OAuthMail,
  flags: readonly string[] = [],
): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-person-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [home, bin, temporary, log] = ['home', 'bin', 'tmp', 'opened'].map((name) => join(folder, name)) as [
    ...[string, string, string, string],
  ];
  await Promise.all([home, bin, temporary].map((path) => mkdir(path)));
  await writeFile(log, '');
  await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$1" >>'${log}'\n`, { mode: 0o755 });
  const args = [COMMAND, 'try', JANE.name, '--root', rootDirectory, '--port', '0', ...flags];
  const child = spawn(process.execPath, args, {
    env: { PATH: `${bin}${delimiter}${process.env.PATH}`, HOME: home, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string | null);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const opened = async () => (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '');
  return {
    ...{ child, ended },
    output: () => output,
    async opened(count) {
      const addresses = await eventually(opened, ({ length }) => length >= count || child.exitCode !== null);
      assert.equal(addresses.length, count, output);
      return addresses;
    },
    files: async () =>
      (
        await Promise.all([rootDirectory, home, temporary].map((path) => readdir(path, { recursive: true })))
      ).flat(),
    interrupt() {
      child.kill('SIGINT');
      return ended;
    },
  };
}

async function openTab(t: TestContext): Promise<Page> {
  const browser = await openBrowser();
  t.after(() => browser.close());
  return browser.context.newPage();
}

/** As on the pages of the provider, whose passwords are all right. */
async function signIn(tab: Page, address: string): Promise<void> {
  await tab.goto(address);
  assert.equal(await tab.inputValue('input[name=login]'), JANE.name);
  await tab.fill('input[name=password]', 'any');
  await tab.click('button[type=submit]');
  await tab.click('button:has-text("Continue")');
  await tab.getByText('The answer has arrived').waitFor();
}

const startMail = (t: TestContext) => startOAuthMail(t, { user: JANE, auth: ['bearer'] });

describe('posthorn try at a provider without passwords', { skip: browserIsMissing }, () => {
  it('leads from the sign-in in the browser to the mail, and Ctrl-C leaves nothing', async (t) => {
    const scene = await startMail(t);
    const imap = await openImapConnection(scene.mail.dovecot, JANE);
    t.after(() => imap.close());
    await imap.append('INBOX', [{ raw: buildMessage({ subject: 'Mail of a token' }) }]);
    const run = await runTry(t, scene);
    const filesBefore = await run.files();
    const tab = await openTab(t);

    await signIn(tab, (await run.opened(1))[0] ?? '');
    const [signInAddress = '', pageAddress = ''] = await run.opened(2);
    await tab.goto(pageAddress);
    await tab.locator('.row', { hasText: 'Mail of a token' }).locator('.row-open').click();
    await tab.locator('h1', { hasText: 'Mail of a token' }).waitFor();
    await tab.keyboard.press('s');
    await eventually(
      async () => (await imap.command('EXAMINE INBOX')) && (await imap.command('FETCH 1 (FLAGS)')).join(),
      (flags) => flags.includes('\\Flagged'),
    );
    await tab.keyboard.press('r');
    const reply = tab.getByRole('dialog', { name: 'Reply' });
    await reply.getByLabel('Text', { exact: true }).fill('By token.');
    await reply.getByRole('button', { name: 'Send' }).click();
    const sent = await eventually(
      () => String(scene.mail.sink.acceptedMail[0]?.raw),
      (raw) => raw.includes('By token.'),
    );
    const flags = (await imap.command('FETCH 1 (FLAGS)')).join();
    const code = await run.interrupt();

    assert.match(sent, /^Subject: Re: Mail of a token\r?$/m);
    assert.match(flags, /\\Flagged/);
    assert.equal(code, 0);
    assert.deepEqual(await run.files(), filesBefore);
    for (const address of [pageAddress, new URL(signInAddress).searchParams.get('redirect_uri') ?? ''])
      await assert.rejects(fetch(address), TypeError, address);
  });

  it('comes back to the address that is registered, and says how long the sign-in is good', async (t) => {
    const scene = await startMail(t);
    const run = await runTry(t, scene, ['--redirect-uri', 'http://localhost/']);
    const [address = ''] = await run.opened(1);

    await signIn(await openTab(t), address);
    await run.opened(2);
    await run.interrupt();

    assert.match(new URL(address).searchParams.get('redirect_uri') ?? '', /^http:\/\/localhost:\d+\/$/);
    assert.match(run.output(), /The sign-in is good for 60 minutes\./);
  });

  it('ends with a plain reason when the person says no', async (t) => {
    const scene = await startMail(t);
    const run = await runTry(t, scene);
    const tab = await openTab(t);
    await tab.goto((await run.opened(1))[0] ?? '');
    await tab.click('text=Cancel');

    assert.equal(await run.ended, 1);
    assert.match(run.output(), /posthorn: The sign-in was denied/);
  });

  it('leaves nothing when Ctrl-C ends the wait for the sign-in', async (t) => {
    const scene = await startMail(t);
    const run = await runTry(t, scene);
    const filesBefore = await run.files();
    const [address = ''] = await run.opened(1);
    await run.interrupt();

    assert.deepEqual(await run.files(), filesBefore);
    await assert.rejects(fetch(new URL(address).searchParams.get('redirect_uri') ?? ''), TypeError);
  });
});
