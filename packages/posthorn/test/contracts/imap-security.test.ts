/** Where the password goes, and what a hostile server cannot do. */
import assert from 'node:assert/strict';
import { createServer, type Server, type Socket } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import type { MailAccount } from '../../src/domain/accounts/mail-account.ts';
import { MailError } from '../../src/domain/errors/mail-error.ts';
import { asUid, code } from '../support/domain-values.ts';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';
import { buildMessage } from '../support/message-samples.ts';
import { openSession } from '../support/open-session.ts';
import { createTestMailStore, mailboxName, testAccount } from './store-under-test.ts';

const USER = { name: 'alice@example.org', password: 'alice-secret' };
const HOST = '127.0.0.1';
const signal = new AbortController().signal;

interface Attempt {
  readonly port: number;
  readonly isTls: boolean;
  readonly isCleartextAllowed?: boolean;
  readonly serverName?: string;
  readonly extraRoots?: readonly string[];
}

/** Connects as the session opener does, and logs out again. */
async function connect(attempt: Attempt): Promise<void> {
  const { port, isTls, isCleartextAllowed = false, serverName, extraRoots = [] } = attempt;
  const base = testAccount({ host: HOST, port }, USER);
  const account: MailAccount = { ...base, inbox: { ...base.inbox, isTls } };
  const host = { address: HOST, port, ...(serverName && { serverName }) };
  const session = await openSession({ account, host, isCleartextAllowed, extraRoots }, signal);
  await session.logout();
}

describe('A connection to a server with TLS', () => {
  let dovecot: Dovecot;
  before(async () => {
    dovecot = await startDovecot({ hasTls: true });
  });
  after(() => dovecot.stop());

  const trusting = () => ({ extraRoots: [dovecot.caPem ?? ''] });

  it('is made where the operator trusts the authority', async () => {
    await connect({ port: dovecot.tlsPort ?? 0, isTls: true, serverName: 'localhost', ...trusting() });
  });

  it('is upgraded by STARTTLS where it begins in clear text', async () => {
    await connect({ port: dovecot.port, isTls: false, serverName: 'localhost', ...trusting() });
  });

  it('is refused when the authority is not known', async () => {
    await assert.rejects(
      connect({ port: dovecot.tlsPort ?? 0, isTls: true, serverName: 'localhost' }),
      code('server-unreachable'),
    );
  });

  it('is refused when the certificate is for another name', async () => {
    await assert.rejects(
      connect({ port: dovecot.tlsPort ?? 0, isTls: true, serverName: 'mail.example.org', ...trusting() }),
      code('server-unreachable'),
    );
  });

  it('is refused when STARTTLS shows a certificate that is not trusted, also where clear text is allowed', async () => {
    await assert.rejects(
      connect({ port: dovecot.port, isTls: false, isCleartextAllowed: true, serverName: 'localhost' }),
      code('server-unreachable'),
    );
  });

  it('keeps trusting the usual authorities beside those of the operator', async () => {
    const { rootCertificates } = await import('node:tls');
    const [usual = ''] = rootCertificates;

    await assert.rejects(
      connect({ port: dovecot.tlsPort ?? 0, isTls: true, serverName: 'localhost', extraRoots: [usual] }),
      code('server-unreachable'),
    );
  });
});

describe('The password', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ users: [USER] });
  });
  after(() => sandbox.close());

  it('is not sent to a server without TLS unless that is allowed', async () => {
    await assert.rejects(connect({ port: sandbox.imapPort, isTls: false }), code('tls-required'));

    assert.equal(sandbox.counters.loginsTried, 0);
  });

  it('is sent in clear text where the operator allows it', async () => {
    await connect({ port: sandbox.imapPort, isTls: false, isCleartextAllowed: true });

    assert.equal(sandbox.counters.loginsTried, 1);
  });
});

describe('A server', () => {
  let sandbox: Sandbox;
  const store = createTestMailStore();
  const account = () => testAccount({ host: HOST, port: sandbox.imapPort }, USER);
  before(async () => {
    sandbox = await startSandbox({ users: [USER] });
    for (let index = 1; index <= 3; index += 1) {
      sandbox.user(USER.name).deliver(buildMessage({ subject: `number ${index}` }));
    }
  });
  afterEach(() => sandbox.faults.clear());
  after(async () => {
    await store.close();
    await sandbox.close();
  });

  const subjectOf = async (uid: number) => {
    const selection = { attributes: new Set(['subject'] as const) };
    const item = await store.getMessage(
      { account: account(), mailbox: mailboxName('INBOX'), uid: asUid(uid), selection },
      signal,
    );
    return item.subject;
  };
  const connectFresh = () => connect({ port: sandbox.imapPort, isTls: false, isCleartextAllowed: true });

  it('that greets with PREAUTH is not used', async () => {
    sandbox.faults.add({ kind: 'preauth', as: USER.name });

    await assert.rejects(connectFresh(), MailError);
  });

  it('that greets with BYE is unavailable, and the password is not at fault', async () => {
    sandbox.faults.add({ kind: 'bye', text: 'Going down', at: 'before-greeting' });

    await assert.rejects(connectFresh(), code('server-unavailable'));
  });

  it('that is unavailable at login is not taken for a wrong password', async () => {
    sandbox.faults.add({
      kind: 'refuse',
      at: 'command-received',
      command: 'LOGIN',
      status: 'NO',
      code: 'UNAVAILABLE',
    });

    await assert.rejects(connectFresh(), code('server-unavailable'));
  });

  for (const responseCode of ['SERVERBUG', 'CORRUPTION']) {
    it(`that fails itself at login (${responseCode}) is not taken for a wrong password`, async () => {
      sandbox.faults.add({
        ...{ kind: 'refuse', at: 'command-received', command: 'LOGIN', status: 'NO', code: responseCode },
      });

      await assert.rejects(connectFresh(), code('protocol-failure'));
    });
  }

  it('that has enough connections says so', async () => {
    sandbox.faults.add({
      kind: 'refuse',
      at: 'command-received',
      command: 'LOGIN',
      status: 'NO',
      text: 'Too many simultaneous connections',
    });

    await assert.rejects(connectFresh(), code('rate-limited'));
  });

  it('that answers about another message than was asked for shows none', async () => {
    sandbox.faults.add({ kind: 'wrong-uid', uid: 2 });

    await assert.rejects(subjectOf(1), code('message-unknown'));
  });

  it('that answers FETCH without data has no such message', async () => {
    sandbox.faults.add({ kind: 'fetch-without-data' });

    await assert.rejects(subjectOf(1), code('message-unknown'));
  });

  it('that drops a warm connection is asked again on a new one', async () => {
    await subjectOf(1);
    sandbox.faults.add({ kind: 'drop', at: 'command-received', command: 'FETCH', nth: 1 });

    assert.equal(await subjectOf(2), 'number 2');
  });

  it('that drops every connection fails the request and no other', async () => {
    sandbox.faults.add({ kind: 'drop', at: 'mid-literal', command: 'FETCH' });

    await assert.rejects(subjectOf(1), code('server-unavailable'));
    sandbox.faults.clear();
    assert.equal(await subjectOf(1), 'number 1');
  });

  it('that is slow does not hold the request beyond its deadline', async () => {
    sandbox.faults.add({ kind: 'delay', ms: 5_000, at: 'before-answer', command: 'FETCH' });
    const deadline = AbortSignal.timeout(100);
    const selection = { attributes: new Set(['subject'] as const) };
    const startedAt = performance.now();

    await assert.rejects(
      store.getMessage(
        { account: account(), mailbox: mailboxName('INBOX'), uid: asUid(1), selection },
        deadline,
      ),
      (error) => error === deadline.reason,
    );
    assert.ok(performance.now() - startedAt < 3_000);
    sandbox.faults.clear();
    assert.equal(await subjectOf(1), 'number 1');
  });

  it('that says LIMIT asks to slow down, OVERQUOTA that the mailbox is full', async () => {
    const refuse = (responseCode: string) =>
      sandbox.faults.add({
        kind: 'refuse',
        at: 'command-received',
        command: 'FETCH',
        status: 'NO',
        code: responseCode,
        nth: 1,
      });

    refuse('LIMIT');
    await assert.rejects(subjectOf(1), code('rate-limited'));
    sandbox.faults.clear();
    refuse('OVERQUOTA');
    await assert.rejects(subjectOf(1), code('quota-exceeded'));
  });

  it('may give a mailbox a new UIDVALIDITY between two lists', async () => {
    const list = () =>
      store.listMessages(
        {
          account: account(),
          mailbox: mailboxName('INBOX'),
          query: {
            window: { start: 0, limit: 10 },
            maxRows: 10,
            order: [{ key: 'uid', isDescending: false }],
            criterion: null,
            attributes: new Set(),
          },
        },
        signal,
      );
    const before = await list();
    sandbox.user(USER.name).setUidValidity('INBOX', 4711);
    sandbox.user(USER.name).deliver(buildMessage({ subject: 'news' }));

    const afterwards = await list();

    assert.notEqual(before.uidValidity, 4711);
    assert.deepEqual([afterwards.uidValidity, afterwards.items.length], [4711, 4]);
  });
});

describe('A port where no IMAP server listens', () => {
  const sockets = new Set<Socket>();
  let server: Server;
  let port: number;
  before(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
    port = (server.address() as { port: number }).port;
  });
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('reads the same to the client whatever is there', async () => {
    const messages = await Promise.all(
      [
        connect({ port, isTls: false, isCleartextAllowed: true }),
        connect({ port, isTls: true }),
        connect({ port: 1, isTls: false, isCleartextAllowed: true }),
      ].map((attempt) =>
        attempt.then(
          () => 'connected',
          (error: MailError) => `${error.code}: ${error.message}`,
        ),
      ),
    );

    assert.equal(new Set(messages).size, 1);
    assert.match(messages[0] ?? '', /^server-unreachable: /);
  });
});
