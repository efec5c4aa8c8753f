import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { type Sandbox, type SandboxOptions, startSandbox } from 'posthorn-sandbox';
import type { Command } from '../../src/connection/command.ts';
import { connect } from '../../src/connection/connect.ts';
import type { ConnectionSecurity, ConnectOptions, Traffic } from '../../src/connection/connect-options.ts';
import type { ImapConnection } from '../../src/connection/imap-connection.ts';
import { createTlsCredentials, type TlsCredentials } from '../support/tls-credentials.ts';

const SIGNAL = new AbortController().signal;
const MESSAGE = 'Subject: hello\r\n\r\nA short message.\r\n';
const LOGIN: Command = {
  name: 'LOGIN',
  parts: ['LOGIN ann secret'],
  concurrency: 'alone',
  authenticates: true,
};

let tls: TlsCredentials;
before(async () => {
  tls = await createTlsCredentials();
});

function command(text: string, more: Partial<Command> = {}): Command {
  return { name: text.split(' ')[0] ?? '', parts: [text], concurrency: 'alone', ...more };
}

async function open(t: TestContext, options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({
    users: [{ name: 'ann', password: 'secret', mailboxes: [{ name: 'Work', messages: [{ raw: MESSAGE }] }] }],
    tls,
    implicitTls: true,
    ...options,
  });
  t.after(() => sandbox.close());
  return sandbox;
}

async function dial(
  t: TestContext,
  sandbox: Sandbox,
  security: ConnectionSecurity,
  more: Partial<ConnectOptions> = {},
): Promise<ImapConnection> {
  const port = security === 'tls' ? (sandbox.imapsPort ?? 0) : sandbox.imapPort;
  const options = { host: '127.0.0.1', port, security, extraRoots: [tls.cert], ...more };
  const connection = await connect(options, SIGNAL);
  t.after(() => connection.destroy());
  return connection;
}

describe('connect to the sandbox', () => {
  it('speaks TLS from the first octet', async (t) => {
    const connection = await dial(t, await open(t), 'tls');

    await connection.run(LOGIN, SIGNAL);

    assert.equal(connection.isEncrypted, true);
    assert.ok(connection.capabilities.has('UIDPLUS'));
  });

  it('upgrades by STARTTLS and asks for the capabilities anew', async (t) => {
    const sandbox = await open(t);
    const connection = await dial(t, sandbox, 'starttls');

    await connection.run(LOGIN, SIGNAL);

    assert.equal(connection.isEncrypted, true);
    assert.equal(connection.capabilities.has('STARTTLS'), false);
  });

  it('stays in the clear when asked to', async (t) => {
    const connection = await dial(t, await open(t), 'cleartext');

    await connection.run(LOGIN, SIGNAL);

    assert.equal(connection.isEncrypted, false);
  });

  it('sends a literal, fetches it back and logs out', async (t) => {
    const traffic: Traffic[] = [];
    const closed: unknown[] = [];
    const connection = await dial(t, await open(t), 'tls', {
      onTraffic: (one) => traffic.push(one),
      onClose: (error) => closed.push(error),
    });
    await connection.run(LOGIN, SIGNAL);
    const literal = Buffer.from(`Subject: big\r\n\r\n${'x'.repeat(100_000)}\r\n`);
    const fetched: unknown[] = [];

    await connection.run(command('APPEND', { parts: ['APPEND Work ', { literal }] }), SIGNAL);
    await connection.run(command('SELECT Work'), SIGNAL);
    await connection.run(
      command('FETCH 2 BODY.PEEK[]', {
        onResponse(response) {
          if (response.kind === 'fetch') fetched.push(response.sections.get(''));
          return true;
        },
      }),
      SIGNAL,
    );
    await connection.logout();

    assert.deepEqual(fetched, [literal]);
    assert.equal(traffic.find(({ sentOctets }) => sentOctets > 100_000)?.roundTrips, 1);
    assert.deepEqual(closed, [undefined]);
  });
});
