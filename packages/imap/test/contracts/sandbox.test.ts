import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { type Sandbox, type SandboxOptions, startSandbox } from 'posthorn-sandbox';
import { appendMany } from '../../src/commands/append-many.ts';
import { enable } from '../../src/commands/enable.ts';
import { extendedSearch } from '../../src/commands/extended-search.ts';
import { fetch } from '../../src/commands/fetch.ts';
import { replace } from '../../src/commands/replace.ts';
import { search } from '../../src/commands/search.ts';
import { select } from '../../src/commands/select.ts';
import { type SignInRequest, signIn } from '../../src/commands/sign-in.ts';
import { SignInRefused } from '../../src/commands/sign-in-refusal.ts';
import { streamSection } from '../../src/commands/stream-section.ts';
import { connect } from '../../src/connection/connect.ts';
import { CommandRefused, ConnectionClosed } from '../../src/connection/connection-errors.ts';
import type { ImapConnection } from '../../src/connection/imap-connection.ts';
import { BoundExceeded, MechanismUnavailable, ProtocolViolation, TlsUnavailable } from '../../src/errors.ts';
import { MessageSet } from '../../src/wire/message-set.ts';
import { SIGNAL } from '../support/dial.ts';
import { toMessage } from '../support/filled-mailbox.ts';
import { createTlsCredentials, type TlsCredentials } from '../support/tls-credentials.ts';

const PASSWORD: SignInRequest = { user: 'ann', password: 'secret' };
const ALL_MECHANISMS = ['AUTH=SCRAM-SHA-256', 'AUTH=XOAUTH2', 'AUTH=OAUTHBEARER'] as const;
const LARGE = toMessage('large', 'x'.repeat(76).concat('\n').repeat(4000));

let tls: TlsCredentials;
before(async () => {
  tls = await createTlsCredentials();
});

async function open(t: TestContext, options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({
    users: [
      {
        name: 'ann',
        password: 'secret',
        tokens: { good: 'good', expired: 'expired', revoked: 'revoked', narrow: 'wrong-scope' },
        mailboxes: [
          { name: 'Work', messages: ['a', 'b', 'c', 'd'].map((subject) => ({ raw: toMessage(subject) })) },
          { name: 'Large', messages: [{ raw: LARGE }] },
        ],
      },
      { name: 'bob', password: 'secret', tokens: { foreign: 'good' } },
    ],
    tls,
    implicitTls: true,
    capabilities: { with: ALL_MECHANISMS },
    ...options,
  });
  t.after(() => sandbox.close());
  return sandbox;
}

async function dial(t: TestContext, { imapsPort = 0 }: Sandbox): Promise<ImapConnection> {
  const connection = await connect(
    { host: '127.0.0.1', port: imapsPort, security: 'tls', extraRoots: [tls.cert] },
    SIGNAL,
  );
  t.after(() => connection.destroy());
  return connection;
}

async function signedIn(t: TestContext, options?: Partial<SandboxOptions>): Promise<ImapConnection> {
  const connection = await dial(t, await open(t, options));
  await signIn(connection, PASSWORD, SIGNAL);
  return connection;
}

async function refusalOf(t: TestContext, sandbox: Sandbox, request: SignInRequest): Promise<SignInRefused> {
  const error: unknown = await signIn(await dial(t, sandbox), request, SIGNAL).catch((reason) => reason);
  assert.ok(error instanceof SignInRefused, String(error));
  return error;
}

const LOGINS: readonly SignInRequest[] = [
  { user: 'ann', password: 'secret', mechanism: 'LOGIN' },
  { user: 'ann', password: 'secret', mechanism: 'PLAIN' },
  { user: 'ann', password: 'secret', mechanism: 'SCRAM-SHA-256' },
  { user: 'ann', token: 'good', mechanism: 'XOAUTH2' },
  { user: 'ann', token: 'good', mechanism: 'OAUTHBEARER' },
];

describe('signIn to the sandbox', () => {
  for (const request of LOGINS) {
    for (const without of [[], ['SASL-IR']] as const) {
      it(`takes ${request.mechanism}${without.length > 0 ? ' without SASL-IR' : ''}`, async (t) => {
        const sandbox = await open(t, { capabilities: { with: ALL_MECHANISMS, without } });
        const connection = await dial(t, sandbox);

        const { mechanism } = await signIn(connection, request, SIGNAL);

        assert.equal(mechanism, request.mechanism);
        assert.ok(connection.capabilities.has('UIDPLUS'));
      });
    }
  }

  for (const mechanism of ['XOAUTH2', 'OAUTHBEARER'] as const) {
    for (const token of ['expired', 'revoked', 'narrow', 'foreign', 'unknown']) {
      it(`tells why the ${token} token is refused by ${mechanism}`, async (t) => {
        const error = await refusalOf(t, await open(t), { user: 'ann', token, mechanism });

        assert.equal(error.reason, 'credentials');
        assert.notEqual(error.challenge?.status ?? '', '');
      });
    }

    it(`does not doubt the token of ${mechanism} while nobody can check it`, async (t) => {
      const sandbox = await open(t);
      sandbox.tokenService = 'down';

      const error = await refusalOf(t, sandbox, { user: 'ann', token: 'good', mechanism });

      assert.equal(error.reason, 'unavailable');
    });
  }

  it('tells an expired password and a blocked account from a wrong password', async (t) => {
    const sandbox = await open(t);
    const user = sandbox.user('ann');
    const reasons: string[] = [];

    reasons.push((await refusalOf(t, sandbox, { user: 'ann', password: 'wrong' })).reason);
    user.setState('password-expired');
    reasons.push((await refusalOf(t, sandbox, PASSWORD)).reason);
    user.setState('disabled');
    reasons.push((await refusalOf(t, sandbox, PASSWORD)).reason);

    assert.deepEqual(reasons, ['credentials', 'expired', 'contact-admin']);
  });

  it('tells that there are too many sessions', async (t) => {
    const sandbox = await open(t, { login: { maxSessionsPerUser: 1 } });
    await signIn(await dial(t, sandbox), PASSWORD, SIGNAL);

    assert.equal((await refusalOf(t, sandbox, PASSWORD)).reason, 'limit');
  });

  it('refuses a server that asks for too many iterations', async (t) => {
    const sandbox = await open(t, { login: { scramIterations: 2_000_000 } });
    const connection = await dial(t, sandbox);

    await assert.rejects(
      signIn(connection, { ...PASSWORD, mechanism: 'SCRAM-SHA-256' } as SignInRequest, SIGNAL),
      BoundExceeded,
    );
  });

  it('never sends a token to a server that takes passwords only', async (t) => {
    const sandbox = await open(t, { capabilities: {} });
    const connection = await dial(t, sandbox);

    await assert.rejects(signIn(connection, { user: 'ann', token: 'good' }, SIGNAL), MechanismUnavailable);

    assert.deepEqual(
      sandbox.recording.map(({ name }) => name).filter((name) => /LOGIN|AUTHENTICATE/.test(name)),
      [],
    );
  });

  it('sends no password before the connection is encrypted', async (t) => {
    const sandbox = await open(t);
    const connection = await connect(
      { host: '127.0.0.1', port: sandbox.imapPort, security: 'cleartext' },
      SIGNAL,
    );
    t.after(() => connection.destroy());

    await assert.rejects(signIn(connection, PASSWORD, SIGNAL), TlsUnavailable);

    assert.equal(sandbox.counters.loginsTried, 0);
  });
});

describe('windows of the sandbox', () => {
  it('PARTIAL gives the newest matches', async (t) => {
    const connection = await signedIn(t);
    await select(connection, { mailbox: 'Work', isReadOnly: true }, SIGNAL);
    const uids: (number | undefined)[] = [];

    const { partial } = await extendedSearch(
      connection,
      { keys: ['ALL'], isUid: true, returns: [{ partial: { first: -1, last: -2 } }] },
      SIGNAL,
    );
    await fetch(
      connection,
      {
        messages: MessageSet.range(1, 4_294_967_295),
        isUid: true,
        items: ['FLAGS'],
        partial: { first: -1, last: -2 },
        onMessage: ({ uid }) => uids.push(uid),
      },
      SIGNAL,
    );

    assert.deepEqual(partial?.numbers?.toNumbers(2), Uint32Array.of(3, 4));
    assert.deepEqual(uids, [3, 4]);
  });

  it('SEARCH finds what the last search has saved', async (t) => {
    const connection = await signedIn(t);
    await select(connection, { mailbox: 'Work', isReadOnly: true }, SIGNAL);

    const saved = await extendedSearch(
      connection,
      { keys: ['SUBJECT b'], isUid: true, returns: ['SAVE', 'COUNT'] },
      SIGNAL,
    );
    const found = await search(
      connection,
      { keys: [`UID ${MessageSet.saved(saved.count ?? 0).text}`], isUid: true, isExtended: false },
      SIGNAL,
    );

    assert.equal(saved.count, 1);
    assert.deepEqual(found, Uint32Array.of(2));
  });

  it('QRESYNC tells what is gone', async (t) => {
    const sandbox = await open(t);
    const connection = await dial(t, sandbox);
    await signIn(connection, PASSWORD, SIGNAL);
    await enable(connection, ['QRESYNC'], SIGNAL);
    const { highestModSeq, uidValidity } = await select(
      connection,
      { mailbox: 'Work', isReadOnly: false },
      SIGNAL,
    );
    for (const uid of [2, 3]) sandbox.user('ann').expunge('Work', uid);
    const gone: number[] = [];

    await select(
      connection,
      {
        mailbox: 'Work',
        isReadOnly: false,
        resync: {
          uidValidity: uidValidity ?? 0,
          modSeq: highestModSeq ?? 0n,
          onVanished: ({ uids }) => gone.push(...(uids.toNumbers(10) ?? [])),
          onChanged: () => undefined,
        },
      },
      SIGNAL,
    );

    assert.deepEqual(gone, [2, 3]);
  });
});

describe('storing in the sandbox', () => {
  for (const without of [[], ['LITERAL+']] as const) {
    it(`REPLACE stores the new message and removes the old one${without.length > 0 ? ', literal by literal' : ''}`, async (t) => {
      const sandbox = await open(t, { capabilities: { without } });
      const connection = await dial(t, sandbox);
      await signIn(connection, PASSWORD, SIGNAL);
      await select(connection, { mailbox: 'Work', isReadOnly: false }, SIGNAL);

      const replaced = await replace(
        connection,
        {
          replaced: 2,
          isUid: true,
          mailbox: 'Work',
          message: toMessage('new', 'x'.repeat(10_000)),
          flags: ['\\Draft'],
        },
        SIGNAL,
      );

      assert.deepEqual(replaced?.uids.toNumbers(1), Uint32Array.of(5));
      assert.equal(connection.selected?.exists, 4);
      const messages = sandbox.user('ann').messages('Work');
      assert.deepEqual(
        messages.map(({ uid }) => uid),
        [1, 3, 4, 5],
      );
      assert.deepEqual(messages.at(-1)?.flags, ['\\Draft']);
    });
  }

  it('REPLACE leaves the old message where the mailbox for the new one is not there', async (t) => {
    const sandbox = await open(t);
    const connection = await dial(t, sandbox);
    await signIn(connection, PASSWORD, SIGNAL);
    await select(connection, { mailbox: 'Work', isReadOnly: false }, SIGNAL);
    const request = { replaced: 2, isUid: true, mailbox: 'Nowhere', message: toMessage('new'), flags: [] };

    await assert.rejects(replace(connection, request, SIGNAL), CommandRefused);

    assert.equal(sandbox.user('ann').messages('Work').length, 4);
  });

  it('APPEND stores several messages literal by literal', async (t) => {
    const sandbox = await open(t, { capabilities: { without: ['LITERAL+'] } });
    const connection = await dial(t, sandbox);
    await signIn(connection, PASSWORD, SIGNAL);

    const appended = await appendMany(
      connection,
      {
        mailbox: 'Work',
        messages: [
          { message: toMessage('one'), flags: [] },
          { message: toMessage('two'), flags: ['\\Seen'] },
        ],
      },
      SIGNAL,
    );

    assert.deepEqual(appended?.uids.toNumbers(2), Uint32Array.of(5, 6));
    assert.equal(sandbox.user('ann').messages('Work').length, 6);
  });
});

describe('streamSection from the sandbox', () => {
  it('fails in the middle when the connection is cut', async (t) => {
    const sandbox = await open(t);
    const connection = await dial(t, sandbox);
    await signIn(connection, PASSWORD, SIGNAL);
    await select(connection, { mailbox: 'Large', isReadOnly: true }, SIGNAL);
    sandbox.faults.add({ kind: 'drop', at: 'mid-literal', command: 'FETCH' });

    await assert.rejects(async () => {
      const stream = await streamSection(connection, { uid: 1, section: '' }, SIGNAL);
      for await (const chunk of stream ?? []) assert.ok(chunk.length > 0);
    }, ConnectionClosed);
  });

  it('takes the data of another message for none', async (t) => {
    const sandbox = await open(t);
    const connection = await dial(t, sandbox);
    await signIn(connection, PASSWORD, SIGNAL);
    await select(connection, { mailbox: 'Large', isReadOnly: true }, SIGNAL);
    sandbox.faults.add({ kind: 'wrong-uid', uid: 9 });

    assert.equal(await streamSection(connection, { uid: 1, section: '' }, SIGNAL), null);
  });

  it('does not take silence about a message for its content', async (t) => {
    const sandbox = await open(t);
    const connection = await dial(t, sandbox);
    await signIn(connection, PASSWORD, SIGNAL);
    await select(connection, { mailbox: 'Large', isReadOnly: true }, SIGNAL);
    sandbox.faults.add({ kind: 'fetch-without-data' });

    const stream = await streamSection(connection, { uid: 1, section: '' }, SIGNAL).catch(
      (error: unknown) => error,
    );

    assert.ok(stream === null || stream instanceof ProtocolViolation);
  });
});
