/** Connections that freeze, see nothing or end are noticed, and those who listen miss nothing. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { CapabilityOptions, Sandbox } from 'posthorn-sandbox';
import { openSandboxBackend, type SandboxBackendOptions, type SandboxUnderTest } from '../sandbox-backend.ts';
import { mailboxName } from '../store-under-test.ts';
import { type BenchOptions, type EventsBench, openEventsBench } from './events-bench.ts';
import { feedOver } from './following-client.ts';
import { ListeningClient, until } from './listening-client.ts';

const RAW = 'From: a@example.org\r\n\r\nText.\r\n';
/** Far above the cycle of the bench and its steps, and far below what a test sets aside: a minute. */
const NOTICED_MS = 30_000;
/** What no test waits for. */
const MINUTE_MS = 60_000;
const SETTLED_MS = 150;
/** Neither a new cycle nor a look by those who read comes before a minute. */
const TOLD_ONLY: BenchOptions = { watch: { cycleMs: MINUTE_MS }, reading: { proofMs: MINUTE_MS } };
const IDLE_ONLY: CapabilityOptions = { without: ['NOTIFY'] };

interface Scene {
  readonly sandbox: Sandbox;
  readonly bench: EventsBench;
  readonly client: ListeningClient;
  deliver(): number;
}

/** A client that listens to the INBOX. */
async function begin(
  t: TestContext,
  options: SandboxBackendOptions = {},
  times: BenchOptions = {},
): Promise<Scene> {
  const backend: SandboxUnderTest = await openSandboxBackend(options);
  const { sandbox, account } = backend;
  const bench = openEventsBench(times);
  const folder = { account, mailbox: mailboxName('INBOX') };
  const signal = AbortSignal.timeout(NOTICED_MS);
  const request = { ...folder, since: null, limit: 1, selection: null };
  const { state } = await feedOver(bench.changes).readFolder(request, signal);
  const client = new ListeningClient(folder, { uids: [], state });
  const leaving = new AbortController();
  const listening = client.listen(bench.events, leaving.signal);
  t.after(async () => {
    sandbox.faults.clear();
    leaving.abort();
    await listening;
    await bench.close();
    await backend.close();
  });
  await until(() => bench.modes.length > 0, NOTICED_MS);
  // What the connection was asked when it began has been told.
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  const user = sandbox.user(account.login.user);
  return { sandbox, bench, client, deliver: () => user.deliver(RAW) };
}

describe('Those who listen', () => {
  it('are told at once by NOTIFY', async (t) => {
    const { bench, client, deliver } = await begin(t, {}, TOLD_ONLY);

    const uid = deliver();

    await until(() => client.uids.has(uid), NOTICED_MS);
    assert.equal(bench.modes[0], 'notify');
  });

  it('are told at once by IDLE', async (t) => {
    const options = { capabilities: IDLE_ONLY };
    const { bench, client, deliver } = await begin(t, options, TOLD_ONLY);

    const uid = deliver();

    await until(() => client.uids.has(uid), NOTICED_MS);
    assert.equal(bench.modes[0], 'idle');
  });

  it('are told by asking again and again where the server has neither', async (t) => {
    const options = { capabilities: { without: ['NOTIFY', 'IDLE'] as const } };
    const { bench, client, deliver } = await begin(t, options, TOLD_ONLY);

    const uid = deliver();

    await until(() => client.uids.has(uid), NOTICED_MS);
    assert.equal(bench.modes[0], 'sweep');
  });

  it('are told where an account has no session to spare', async (t) => {
    const { bench, client, deliver } = await begin(t, {}, { maxPerAccount: 1, ...TOLD_ONLY });

    const uid = deliver();

    await until(() => client.uids.has(uid), NOTICED_MS);
    assert.equal(bench.modes[0], 'sweep');
  });

  it('are told by the next cycle of a connection that tells nothing', async (t) => {
    const options = { capabilities: IDLE_ONLY };
    const { sandbox, client, deliver } = await begin(t, options, { reading: { proofMs: MINUTE_MS } });
    sandbox.faults.add({ kind: 'silence' });

    const uid = deliver();

    await until(() => client.uids.has(uid), NOTICED_MS);
  });

  it('make a connection that tells nothing be replaced, when they find out first', async (t) => {
    const options = { capabilities: IDLE_ONLY };
    const { sandbox, bench, client, deliver } = await begin(t, options, { watch: { cycleMs: MINUTE_MS } });
    sandbox.faults.add({ kind: 'silence' });

    const uid = deliver();

    await until(() => client.uids.has(uid), NOTICED_MS);
    await until(() => bench.restarts.includes('blind'), NOTICED_MS);
  });

  it('are told when the connection that listens freezes', async (t) => {
    const { sandbox, client, deliver } = await begin(t);
    sandbox.faults.add({ kind: 'freeze', at: 'command-received', command: 'IDLE', nth: 1 });
    await until(() => sandbox.recording.filter(({ line }) => line === 'IDLE').length >= 2, NOTICED_MS);

    const uid = deliver();

    await until(() => client.uids.has(uid), NOTICED_MS);
  });

  it('are told when all connections have frozen for a while', async (t) => {
    const { sandbox, client, deliver } = await begin(t);
    sandbox.faults.add({ kind: 'freeze', at: 'command-received' });
    sandbox.faults.add({ kind: 'freeze', at: 'notification' });

    const uid = deliver();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const wasTold = client.uids.has(uid);
    sandbox.faults.clear();

    await until(() => client.uids.has(uid), NOTICED_MS);
    assert.equal(wasTold, false);
  });

  it('are told when sessions that answer everything see no news', async (t) => {
    const { sandbox, client, deliver } = await begin(t);
    const heal = sandbox.faults.add({ kind: 'blind' });

    const uid = deliver();
    await new Promise((resolve) => setTimeout(resolve, 700));
    const wasTold = client.uids.has(uid);
    heal();

    await until(() => client.uids.has(uid), NOTICED_MS);
    assert.equal(wasTold, false);
  });

  it('are told after the server has ended all connections', async (t) => {
    const { sandbox, bench, client, deliver } = await begin(t);
    const heal = sandbox.faults.add({ kind: 'drop', at: 'command-received' });

    await until(() => bench.restarts.includes('failure'), NOTICED_MS);
    const uid = deliver();
    heal();

    await until(() => client.uids.has(uid), NOTICED_MS);
    assert.equal(client.repeated, 0);
  });

  it('learn that their login has ended where an account has no session to spare', async (t) => {
    const times = { maxPerAccount: 1, watch: { cycleMs: MINUTE_MS }, reading: { proofMs: MINUTE_MS } };
    const { sandbox, client } = await begin(t, {}, times);
    sandbox.user('alice@example.org').setState('password-expired');

    sandbox.faults.add({ kind: 'drop', at: 'command-received', nth: 1 });

    await until(() => client.hasEnded, NOTICED_MS);
  });
});
