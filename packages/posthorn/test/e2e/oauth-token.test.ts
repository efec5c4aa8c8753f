/** `posthorn oauth:token` as a process, at an authorization server on this machine. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import {
  type AuthorizationScript,
  startAuthorizationServer,
} from '../oauth/scripted-authorization-server.ts';
import { bringAnswer } from '../oauth/sign-in-scene.ts';
import { createInstallationRoot } from './installation-root.ts';
import { type CommandResult, runPiped } from './piped-command.ts';

const COMMAND = join(import.meta.dirname, '../../bin/posthorn.js');
const TOKEN = 'ya29.the-token';
const SECRET = 'the-client-secret';
const GOOD = { token: [{ body: { access_token: TOKEN, token_type: 'Bearer', expires_in: 3599 } }] };
const DEVICE = {
  ...{ device_code: 'the-device', user_code: 'BDWP-HQPK', expires_in: 60, interval: 0.01 },
  verification_uri: 'https://example.org/device',
};

/** The arguments of the command for an installation whose entry `example` has this `oauth`. */
async function prepare(t: TestContext, oauth: object | null): Promise<readonly string[]> {
  const root = await createInstallationRoot(t, 'AUTH_PROVIDER=single-imap-user\n');
  const entry = {
    ...{ id: 'example', inbox_address: '127.0.0.1', inbox_port: 993, inbox_ssl: true, match: '/@x$/' },
    ...(oauth !== null && { auth: ['bearer'], oauth: { scopes: ['mail'], clientId: 'posthorn', ...oauth } }),
  };
  await root.write('app/config/imapserver.js', `export default ${JSON.stringify([entry])};`);
  return ['oauth:token', 'example', '--root', root.path];
}

async function prepareWith(t: TestContext, script: AuthorizationScript) {
  const server = await startAuthorizationServer(t, script);
  return { ...server, args: await prepare(t, { issuer: server.issuer }) };
}

/** Runs the command, and does something when it shows an address. */
async function runWithPerson(
  args: readonly string[],
  act: (address: URL) => Promise<unknown>,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env.PATH, POSTHORN_CLIENT_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr, hasActed] = ['', '', false];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    const [address] = /http:\S+(?=\n)/.exec(stderr) ?? [];
    if (address === undefined || hasActed) return;
    hasActed = true;
    act(new URL(address)).catch(() => child.kill());
  });
  const [code] = await once(child, 'close');
  return { code: code as number | null, stdout, stderr };
}

describe('posthorn oauth:token', () => {
  it('prints the token alone, and all else to the other output', async (t) => {
    const { args, requests } = await prepareWith(t, GOOD);

    const result = await runWithPerson(args, (address) => bringAnswer(address, { code: 'the-code' }));

    assert.deepEqual([result.code, result.stdout], [0, `${TOKEN}\n`]);
    assert.match(
      result.stderr,
      /Open this address.*\n.*\n.*\n.*Here is the token\. It is good for 60 minutes/s,
    );
    assert.ok(!result.stderr.includes(TOKEN) && !result.stderr.includes(SECRET), result.stderr);
    assert.equal(requests.at(-1)?.form.get('client_secret'), SECRET);
  });

  it('shows a code with --device', async (t) => {
    const { args } = await prepareWith(t, { ...GOOD, device: [{ body: DEVICE }] });

    const { code, stdout, stderr } = await runPiped({ args: [...args, '--device'] });

    assert.deepEqual([code, stdout], [0, `${TOKEN}\n`]);
    assert.match(stderr, /enter the code BDWP-HQPK/);
  });

  it('comes back to the address that is registered', async (t) => {
    const { args } = await prepareWith(t, GOOD);
    let redirect = '';

    const result = await runWithPerson([...args, '--redirect-uri', 'http://localhost/back'], (address) => {
      redirect = address.searchParams.get('redirect_uri') ?? '';
      return bringAnswer(address, { code: 'c' });
    });

    assert.deepEqual([result.code, result.stdout], [0, `${TOKEN}\n`]);
    assert.match(redirect, /^http:\/\/localhost:\d+\/back$/);
  });

  it('ends with 1 when the person says no', async (t) => {
    const { args } = await prepareWith(t, GOOD);

    const result = await runWithPerson(args, (address) => bringAnswer(address, { error: 'access_denied' }));

    assert.deepEqual([result.code, result.stdout], [1, '']);
    assert.match(result.stderr, /^posthorn: The sign-in was denied\. \(access_denied\)$/m);
  });

  it('ends with 1 when nobody signs in', async (t) => {
    const { args } = await prepareWith(t, GOOD);

    const { code, stdout, stderr } = await runPiped({ args: [...args, '--timeout', '1'] });

    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^posthorn: Nobody has signed in within 1 s\.$/m);
  });

  for (const [what, oauth, flags, complaint] of [
    ['has no oauth', null, [], /The entry "example" has no oauth/],
    ['has no client id', { clientId: undefined }, [], /no clientId: register an application/],
    ['would bring the answer elsewhere', {}, ['--redirect-uri', 'http://example.org/'], /--redirect-uri/],
    ['would wait for ever', {}, ['--timeout', '0'], /--timeout: expected an integer from 1 to 3600/],
  ] as const) {
    it(`ends with 2 for an entry or a flag that ${what}`, async (t) => {
      const args = await prepare(t, oauth && { issuer: 'http://127.0.0.1:9', ...oauth });

      const { code, stdout, stderr } = await runPiped({ args: [...args, ...flags] });

      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, complaint);
    });
  }

  it('ends with 2 for an entry that is not there, and names those that are', async (t) => {
    const [command = '', , ...rest] = await prepare(t, null);

    const { code, stderr } = await runPiped({ args: [command, 'gmail', ...rest] });

    assert.equal(code, 2);
    assert.match(stderr, /There is no entry "gmail".*its entries are example\./);
  });
});
