/** Servers that clients name: a failure does not say what is there, and one that is not there is left alone. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  createSessionOpener,
  type SessionOpenerDependencies,
} from '../../../../src/adapters/imap/session/session-opener.ts';
import { SessionPool } from '../../../../src/adapters/imap/session/session-pool.ts';
import { createWholeMessageReader } from '../../../../src/adapters/workers/pooled-whole-message-reader.ts';
import type { HostPolicy } from '../../../../src/application/ports/host-policy.ts';
import type { MailAccount } from '../../../../src/domain/accounts/mail-account.ts';
import { MailError } from '../../../../src/domain/errors/mail-error.ts';
import { CircuitBreaker } from '../../../../src/domain/limits/circuit-breaker.ts';
import { passwordLogin } from '../../../../src/domain/logins/login.ts';
import { testAccount } from '../../../contracts/store-under-test.ts';
import { listenAsForeigner } from '../../../support/foreign-server.ts';
import { findFreePort } from '../../../support/free-port.ts';
import { createTestState } from '../../../support/memory-state.ts';
import { startScriptedServer } from '../../../support/scripted-imap-server.ts';

const { signal } = new AbortController();
/** As long as production has six seconds. */
const FAILURE_MS = 1_500;

/** All that can be behind a port that is no mail server. */
const TARGETS: Readonly<Record<string, (t: TestContext) => Promise<number>>> = {
  'a closed port': () => findFreePort(),
  'a port behind a filter, or a server that says nothing': (t) => listenAsForeigner(t, () => undefined),
  'a server that closes at once': (t) => listenAsForeigner(t, (socket) => socket.destroy()),
  'a web server': (t) =>
    listenAsForeigner(t, (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 no\r\n\r\n'))),
  'an SSH server': (t) => listenAsForeigner(t, (socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n')),
  'a Redis': (t) => listenAsForeigner(t, (socket) => socket.write('-ERR unknown command\r\n')),
  'a server of SMTP': (t) => listenAsForeigner(t, (socket) => socket.write('220 mail.example ESMTP\r\n')),
};

const hostPolicy: HostPolicy = {
  vet: async ({ host, port }) => ({ address: host, port }),
  isCleartextAllowed: () => true,
};

function poolWith(options: Partial<SessionOpenerDependencies> = {}) {
  const open = createSessionOpener({
    hostPolicy,
    extraRoots: [],
    wholeMessages: createWholeMessageReader(),
    namedServerMs: FAILURE_MS,
    ...options,
  });
  const limits = { maxPerAccount: 2, maxTotal: 10, idleMs: 60_000 };
  const { signInOutcomes } = createTestState();
  const now = () => performance.now();
  return new SessionPool({ open, ...limits, now, signInOutcomes, namedServerMs: FAILURE_MS });
}

function accountAt(port: number, isTls: boolean): MailAccount {
  const account = testAccount({ host: '127.0.0.1', port }, { name: 'jane', password: 'secret' });
  return { ...account, origin: 'client', inbox: { ...account.inbox, isTls }, client: '192.0.2.1' };
}

async function failureOf(pool: SessionPool, account: MailAccount): Promise<{ ms: number; seen: unknown }> {
  const startedAt = performance.now();
  try {
    await pool.verify(account, signal);
  } catch (error) {
    assert.ok(error instanceof MailError);
    return { ms: performance.now() - startedAt, seen: [error.code, error.details] };
  }
  return assert.fail('The sign-in has succeeded.');
}

describe('A failure to reach a server that a client has named', () => {
  it('is the same, and takes the same time, whatever is there', async (t) => {
    const ports = await Promise.all(Object.values(TARGETS).map((start) => start(t)));
    const accounts = ports.flatMap((port) => [accountAt(port, false), accountAt(port, true)]);
    const pools = accounts.map((account) => ({ pool: poolWith(), account }));

    const failures = await Promise.all(pools.map(({ pool, account }) => failureOf(pool, account)));

    const times = failures.map(({ ms }) => ms);
    const [first] = failures;
    assert.deepEqual(
      failures.map(({ seen }) => seen),
      failures.map(() => first?.seen),
    );
    assert.ok(Math.max(...times) <= Math.min(...times) * 1.2, times.map(Math.round).join(' '));
  });

  for (const [title, greeting, code] of [
    ['speaks IMAP without TLS', '* OK [CAPABILITY IMAP4rev1] ready\r\n', 'tls-required'],
    ['says goodbye', '* BYE not now\r\n', 'server-unavailable'],
  ] as const) {
    it(`takes its time also where the server ${title}`, async (t) => {
      const port = await listenAsForeigner(t, (socket) => {
        socket.write(greeting);
        socket.on('data', (octets) => {
          const [tag] = octets.toString().split(' ');
          socket.write(`${tag} BAD unknown\r\n`);
        });
      });
      const withTls: HostPolicy = { ...hostPolicy, isCleartextAllowed: () => false };

      const { ms, seen } = await failureOf(poolWith({ hostPolicy: withTls }), accountAt(port, false));

      assert.equal(Array.isArray(seen) && seen[0], code);
      assert.ok(ms >= FAILURE_MS, `${ms} ms`);
    });
  }

  it('keeps no place while it takes its time', async () => {
    const pool = poolWith();
    const port = await findFreePort();
    const startedAt = performance.now();

    await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        failureOf(pool, { ...accountAt(port, false), login: passwordLogin(`user${index}`, 'x') }),
      ),
    );

    // One client has eight places.
    assert.ok(performance.now() - startedAt < FAILURE_MS * 2);
  });
});

describe('A server that cannot be reached', () => {
  it('is left alone after some attempts, and is asked again later', async (t) => {
    let connections = 0;
    const port = await listenAsForeigner(t, (socket) => {
      connections += 1;
      socket.destroy();
    });
    let now = 0;
    const breaker = new CircuitBreaker({ now: () => now, failures: 2, openMs: 1_000 });
    const pool = poolWith({ breaker });
    const account: MailAccount = { ...accountAt(port, false), origin: 'operator' };

    const codes = [];
    for (const at of [0, 0, 0, 0, 1_000, 1_000]) {
      now = at;
      codes.push((await failureOf(pool, account)).seen);
    }

    assert.equal(connections, 3);
    assert.deepEqual(
      codes.map((seen) => (Array.isArray(seen) ? seen[0] : seen)),
      [
        'server-unreachable',
        'server-unreachable',
        'server-unavailable',
        'server-unavailable',
        'server-unreachable',
        'server-unavailable',
      ],
    );
  });
});

describe('The address of the client', () => {
  /** The commands before the login, at a server that knows ID. */
  async function commandsOf(t: TestContext, account: Partial<MailAccount>, isClientTold: boolean) {
    const lines: string[] = [];
    const server = await startScriptedServer({
      capabilities: 'ID',
      answer: ({ line }) => {
        lines.push(line);
        return '';
      },
    });
    t.after(() => server.close());
    const pool = poolWith({ isClientTold });
    await pool.verify({ ...accountAt(server.port, false), origin: 'operator', ...account }, signal);
    await pool.close();
    const login = lines.findIndex((line) => /^(?:AUTHENTICATE|LOGIN) /.test(line));
    return lines.slice(0, login);
  }

  it('goes to a server of the operator before the login, where the operator wants that', async (t) => {
    const [line = ''] = await commandsOf(t, {}, true);

    assert.match(line, /^ID \(.*"?x-originating-ip"? "?192\.0\.2\.1"?\)$/);
  });

  it('goes to none otherwise, and to none that a client has named', async (t) => {
    assert.deepEqual(
      [await commandsOf(t, {}, false), await commandsOf(t, { origin: 'client' }, true)],
      [[], []],
    );
  });
});
