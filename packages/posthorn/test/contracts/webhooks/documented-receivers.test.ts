/** The receivers of docs/webhooks.md, run as they stand there. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { signedHeaders } from '../../../src/adapters/webhooks/signed-headers.ts';
import { createWebhookSecret } from '../../../src/application/webhooks/webhook-secret.ts';
import { findFreePort } from '../../support/free-port.ts';
import { until } from './webhook-scene.ts';

const PAGE = readFileSync(new URL('../../../../../docs/webhooks.md', import.meta.url), 'utf8');
const secret = createWebhookSecret();
const BODY = JSON.stringify({
  type: 'message.created',
  timestamp: '2026-11-26T09:00:00.000Z',
  data: { name: 'Zoë' },
});
const TEN_MINUTES = 10 * 60_000;

const RECEIVERS = [
  { file: 'receiver.mjs', command: 'node', args: () => ['receiver.mjs'] },
  { file: 'receiver.py', command: 'python3', args: () => ['receiver.py'] },
  {
    file: 'receiver.php',
    command: 'php',
    args: (port: number) => ['-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
] as const;

for (const { file, command, args } of RECEIVERS) {
  describe(`The receiver ${file}`, { skip: isMissing(command) && `${command} is not installed` }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-receiver-'));
    let port = 0;
    let child: ChildProcess;
    let output = '';
    before(async () => {
      port = await findFreePort();
      writeFileSync(join(folder, file), codeOf(file));
      const environment = { PORT: String(port), WEBHOOK_SECRET: secret.reveal(), SEEN_FOLDER: folder };
      child = spawn(command, args(port), { cwd: folder, env: { ...process.env, ...environment } });
      child.stdout?.on('data', (text) => {
        output += text;
      });
      await until(() => isOpen(port));
    });
    after(() => {
      child?.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    });

    const headersOf = (id: string, { at = Date.now(), secrets = [secret], body = BODY } = {}) =>
      signedHeaders({ id, body, secrets }, at);
    const post = async (headers: Readonly<Record<string, string>>, body = BODY) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })).status;
    const handled = (id: string) =>
      output.split('\n').filter((line) => line.includes(`handled ${id} message.created`)).length;

    it('accepts what is signed, also by a second secret', async () => {
      const id = randomBytes(24).toString('base64url');
      const both = headersOf(id, { secrets: [createWebhookSecret(), secret] });

      assert.equal(await post(both), 204);
      await until(() => handled(id) === 1);
    });

    it('refuses what is forged', async () => {
      const headers = headersOf('forged');
      const { 'webhook-signature': _signature, ...unsigned } = headers;
      const statuses = [
        await post(headersOf('forged', { secrets: [createWebhookSecret()] })),
        await post(headers, BODY.replace('Zoë', 'Eve')),
        await post({ ...headers, 'webhook-id': 'other' }),
        await post({ ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }),
        await post(unsigned),
        await post({}),
      ];

      assert.deepEqual(statuses, Array(6).fill(401));
      assert.doesNotMatch(output, /forged|other/);
    });

    it('refuses what is old, and what comes from the future', async () => {
      const statuses = [
        await post(headersOf('old', { at: Date.now() - TEN_MINUTES })),
        await post(headersOf('early', { at: Date.now() + TEN_MINUTES })),
      ];

      assert.deepEqual(statuses, [401, 401]);
      assert.doesNotMatch(output, /old|early/);
    });

    it('handles what is replayed once', async () => {
      const id = randomBytes(24).toString('base64url');
      const headers = headersOf(id);

      const statuses = [
        await post(headers),
        await post(headers),
        await post(headersOf(id, { at: Date.now() + 1_000 })),
      ];

      assert.deepEqual(statuses, [204, 204, 204]);
      await until(() => handled(id) === 1);
      assert.equal(handled(id), 1);
    });
  });
}

/** The block of the page that names the file. */
function codeOf(file: string): string {
  const code = new RegExp(`^\`\`\`\\w+ ${file.replace('.', '\\.')}\\n([^]*?)^\`\`\`$`, 'm').exec(PAGE)?.[1];
  assert.ok(code, file);
  return code;
}

function isMissing(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
    socket.once('connect', () => socket.destroy());
  });
}
