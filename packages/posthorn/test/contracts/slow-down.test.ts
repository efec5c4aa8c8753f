/** Servers that ask to slow down at the sign-in: who is left alone, how long, and how many sessions a server has. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { type ImapFault, type Sandbox, startSandbox } from 'posthorn-sandbox';
import { createSessionOpener } from '../../src/adapters/imap/session/session-opener.ts';
import { SessionPool } from '../../src/adapters/imap/session/session-pool.ts';
import { createHostPolicy } from '../../src/adapters/network/host-policy.ts';
import { createWholeMessageReader } from '../../src/adapters/workers/pooled-whole-message-reader.ts';
import type { MailAccount } from '../../src/domain/accounts/mail-account.ts';
import { MailError } from '../../src/domain/errors/mail-error.ts';
import { CircuitBreaker } from '../../src/domain/limits/circuit-breaker.ts';
import { startDovecot } from '../support/dovecot.ts';
import { openImapConnection } from '../support/imap-connection.ts';
import { createTestState } from '../support/memory-state.ts';
import { testAccount } from './store-under-test.ts';

const PASSWORD = 'secret';
const USERS = ['ann', 'ben', 'cat', 'dan'].map((name) => ({
  name: `${name}@example.org`,
  password: PASSWORD,
}));
const HOST = '127.0.0.1';
const FIVE_MINUTES_MS = 5 * 60_000;

/** A pool whose time passes when it is told so. */
function poolOf(t: TestContext) {
  let now = Date.now();
  const clock = () => now;
  const open = createSessionOpener({
    hostPolicy: createHostPolicy({ allowList: [], isCleartextAllowed: true }),
    extraRoots: [],
    wholeMessages: createWholeMessageReader(),
    breaker: new CircuitBreaker({ now: clock, failures: 5, openMs: 15_000, random: () => 0 }),
  });
  const pool = new SessionPool({
    ...{ open, maxPerAccount: 3, maxTotal: 20, idleMs: 3_600_000, now: clock, random: () => 0 },
    signInOutcomes: createTestState(clock).signInOutcomes,
  });
  t.after(() => pool.close());
  /** How the sign-in ended, with the seconds to wait. */
  const signIn = async (account: MailAccount): Promise<string> => {
    try {
      await pool.verify(account, AbortSignal.timeout(10_000));
      return 'signed in';
    } catch (error) {
      assert.ok(error instanceof MailError, String(error));
      return `${error.code} ${error.details.retryAfterSeconds}`;
    }
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { pool, signIn, pass };
}

async function sandboxOf(t: TestContext): Promise<Sandbox> {
  const sandbox = await startSandbox({ users: USERS });
  t.after(() => sandbox.close());
  return sandbox;
}

function accountAt(port: number, index = 0): MailAccount {
  return testAccount({ host: HOST, port }, USERS[index] as (typeof USERS)[number]);
}

const signIns = ({ recording }: Sandbox) =>
  recording.filter(({ name }) => name === 'AUTHENTICATE' || name === 'LOGIN').length;

describe('A login that its server asks to slow down', () => {
  const CASES: readonly (readonly [string, Partial<Extract<ImapFault, { kind: 'refuse' }>>, number])[] = [
    ['by the response code', { code: 'LIMIT', text: 'later' }, 30],
    ['by words about connections', { text: 'Too many simultaneous connections. (Failure)' }, 30],
    [
      'by words about throttling',
      { text: 'Request is throttled. Suggested Backoff Time: 45000 milliseconds' },
      45,
    ],
    ['for very long', { text: 'Request is throttled. Suggested Backoff Time: 9000000 milliseconds' }, 300],
  ];
  for (const [how, refusal, seconds] of CASES) {
    it(`${how} is left alone for ${seconds} s, and no other one`, async (t) => {
      const sandbox = await sandboxOf(t);
      const { signIn, pass } = poolOf(t);
      const [ann, ben] = [accountAt(sandbox.imapPort), accountAt(sandbox.imapPort, 1)];
      const [first] = USERS;
      const user = first?.name ?? '';
      for (const command of ['AUTHENTICATE', 'LOGIN']) {
        sandbox.faults.add({
          kind: 'refuse',
          at: 'command-received',
          status: 'NO',
          command,
          user,
          ...refusal,
        });
      }

      const ends: string[] = [];
      for (let attempt = 0; attempt < 5; attempt += 1) ends.push(await signIn(ann));
      assert.deepEqual(
        ends,
        Array.from({ length: 5 }, () => `rate-limited ${seconds}`),
      );
      assert.equal(signIns(sandbox), 1);

      assert.equal(await signIn(ben), 'signed in');
      sandbox.faults.clear();
      pass(seconds * 1_000 - 1);
      assert.equal(await signIn(ann), 'rate-limited 1');
      pass(1);
      assert.equal(await signIn(ann), 'signed in');
    });
  }

  it('is asked once at a time when the pause is over', async (t) => {
    const sandbox = await sandboxOf(t);
    const { signIn, pass } = poolOf(t);
    const ann = accountAt(sandbox.imapPort);
    for (const command of ['AUTHENTICATE', 'LOGIN']) {
      sandbox.faults.add({ kind: 'refuse', at: 'command-received', status: 'NO', command, code: 'LIMIT' });
    }
    await signIn(ann);
    pass(30_000);

    await Promise.all(Array.from({ length: 20 }, () => signIn(ann)));

    assert.equal(signIns(sandbox), 2);
  });

  it('keeps its requests from a real server that counts connections', async (t) => {
    const [ann] = USERS as [(typeof USERS)[number]];
    const dovecot = await startDovecot({ users: [ann], settings: 'mail_max_userip_connections = 1' });
    t.after(() => dovecot.stop());
    const other = await openImapConnection(dovecot, ann);
    const { signIn, pass } = poolOf(t);
    const account = testAccount(dovecot, ann);

    assert.deepEqual([await signIn(account), await signIn(account)], ['rate-limited 30', 'rate-limited 30']);
    await other.close();
    pass(30_000);

    assert.equal(await signIn(account), 'signed in');
  });
});

describe('A server that takes so many connections', () => {
  it('is left alone while it refuses them before the login, and others are not', async (t) => {
    const [full, other] = [await sandboxOf(t), await sandboxOf(t)];
    full.faults.add({ kind: 'bye', at: 'before-greeting', text: 'Too many connections' });
    const { signIn } = poolOf(t);

    const ends: string[] = [];
    for (const index of [0, 1, 2]) ends.push(await signIn(accountAt(full.imapPort, index)));

    assert.deepEqual(ends, ['rate-limited 30', 'rate-limited 30', 'rate-limited 30']);
    assert.equal(await signIn(accountAt(other.imapPort)), 'signed in');
  });

  it('does not end the sessions of others for a login that it has never accepted', async (t) => {
    const sandbox = await sandboxOf(t);
    const server = await startLimitedServer(t, sandbox.imapPort);
    server.limit(1);
    const { signIn, pass } = poolOf(t);
    const [ann, ben] = [accountAt(server.port, 0), accountAt(server.port, 1)];
    assert.deepEqual([await signIn(ann), await signIn(ben)], ['signed in', 'rate-limited 30']);

    pass(30_000);

    assert.match(await signIn(ben), /^too-many-connections /);
    assert.deepEqual(server.counts(), { open: 1, refused: 1 });
  });

  it('gets no more than it takes, a session that idles gives way, and one more is tried after five minutes', async (t) => {
    const sandbox = await sandboxOf(t);
    const server = await startLimitedServer(t, sandbox.imapPort);
    const { signIn, pass, pool } = poolOf(t);
    const [ann, ben, cat, dan] = USERS.map((_user, index) => accountAt(server.port, index)) as [
      MailAccount,
      MailAccount,
      MailAccount,
      MailAccount,
    ];
    for (const account of [ann, ben, cat, dan]) assert.equal(await signIn(account), 'signed in');
    await server.restart(2);

    assert.deepEqual([await signIn(ann), await signIn(ben)], ['signed in', 'signed in']);
    assert.equal(await signIn(cat), 'rate-limited 30');
    assert.deepEqual(server.counts(), { open: 2, refused: 1 });

    pass(30_000);
    for (const account of [cat, dan, ann, ben]) {
      const lease = await pool.borrow({ account, mailbox: null }, AbortSignal.timeout(10_000));
      lease.release();
      await server.settled();
    }
    assert.deepEqual(server.counts(), { open: 2, refused: 1 });

    server.limit(3);
    pass(FIVE_MINUTES_MS);
    assert.equal(await signIn(cat), 'signed in');
    assert.deepEqual(server.counts(), { open: 3, refused: 1 });
  });
});

/** In front of a sandbox: refuses connections beyond a number before the greeting, once there is such a number. */
async function startLimitedServer(t: TestContext, sandboxPort: number) {
  let limit = Number.POSITIVE_INFINITY;
  let refused = 0;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (open.size >= limit) {
      refused += 1;
      socket.end('* BYE Too many connections\r\n');
      return;
    }
    open.add(socket);
    const onward = connect(sandboxPort, HOST);
    onward.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
    socket.on('close', () => open.delete(socket));
  });
  await once(server.listen(0, HOST), 'listening');
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  /** Connections that are being closed are gone. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    counts: () => ({ open: open.size, refused }),
    limit: (connections: number) => {
      limit = connections;
    },
    async restart(connections: number) {
      limit = connections;
      for (const socket of open) socket.destroy();
      await settle();
    },
    settled: settle,
  };
}
