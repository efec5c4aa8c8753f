/** Connections that freeze, see nothing or report nothing are noticed and replaced, and no event is missed. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sandbox } from 'posthorn-sandbox';
import type { WatcherTiming } from '../../../src/application/watching/watcher-timing.ts';
import { type ImapConnection, openImapConnection } from '../../support/imap-connection.ts';
import { openSandboxBackend, type SandboxBackendOptions } from '../sandbox-backend.ts';
import { eventually, openWatchScene, type WatchScene } from './watch-scene.ts';

const HOUR_MS = 3_600_000;
const IDLE_ONLY: SandboxBackendOptions = { capabilities: { without: ['NOTIFY'] } };
/** Neither a list nor a proof comes before an hour. */
const REPORTS_ONLY = { sweepMs: HOUR_MS, proofMs: HOUR_MS };

interface Scene extends WatchScene {
  readonly sandbox: Sandbox;
  open(): Promise<ImapConnection>;
  deliver(mailbox?: string): number;
  /** The uids of `message.created`, in order. */
  created(): Promise<readonly (number | undefined)[]>;
}

async function begin(
  t: TestContext,
  timing: Partial<WatcherTiming>,
  {
    put = 2,
    now = Date.now,
    ...options
  }: SandboxBackendOptions & { readonly put?: number; readonly now?: () => number } = {},
): Promise<Scene> {
  const backend = await openSandboxBackend(options);
  const { sandbox, account } = backend;
  const user = sandbox.user(account.login.user);
  const deliver = (mailbox = 'INBOX') => user.deliver('From: a@example.org\r\n\r\nText.\r\n', { mailbox });
  for (let count = 0; count < put; count += 1) deliver();
  const scene = await openWatchScene(account, { timing, now });
  t.after(async () => {
    sandbox.faults.clear();
    await scene.close();
    await backend.close();
  });
  scene.begin();
  await untilProved(scene, 1);
  // The connection waits for reports.
  await wait(100);
  const created = async () =>
    (await scene.events())
      .filter(({ kind }) => kind === 'message.created')
      .map(({ message }) => message?.uid);
  const open = () => {
    const { inbox, login } = account;
    return openImapConnection(inbox, { name: login.user, password: login.secret.reveal() });
  };
  return { ...scene, sandbox, open, deliver, created };
}

function untilProved({ noted }: Pick<WatchScene, 'noted'>, count: number): Promise<void> {
  return eventually(async () =>
    assert.equal(noted.filter(({ provedAt }) => provedAt !== undefined).length >= count, true),
  );
}

async function untilCreated({ created }: Pick<Scene, 'created'>, uids: readonly number[]): Promise<void> {
  await eventually(async () => assert.deepEqual(await created(), uids));
}

describe('A watcher', () => {
  it('reads at once in INBOX by IDLE, on the connection that waits', async (t) => {
    const scene = await begin(t, REPORTS_ONLY, IDLE_ONLY);

    const uid = scene.deliver();

    await untilCreated(scene, [uid]);
    assert.equal(scene.sandbox.counters.loginsTried, 1);
  });

  it('reads at once in all folders by NOTIFY', async (t) => {
    const scene = await begin(t, REPORTS_ONLY);

    const uid = scene.deliver('Sent');

    await untilCreated(scene, [uid]);
    assert.equal(scene.sandbox.counters.loginsTried, 1);
  });

  it('reads other folders by lists where only INBOX is reported', async (t) => {
    const scene = await begin(t, { proofMs: HOUR_MS }, IDLE_ONLY);

    const uid = scene.deliver('Sent');

    await untilCreated(scene, [uid]);
    assert.deepEqual(scene.restarts, []);
  });

  it('reads a folder at the next list that could not be opened once', async (t) => {
    const scene = await begin(t, { proofMs: HOUR_MS }, IDLE_ONLY);
    const refusal = { kind: 'refuse', at: 'command-received', command: 'EXAMINE', status: 'NO' } as const;
    scene.sandbox.faults.add({ ...refusal, text: 'Not now.', nth: 1 });
    const uid = scene.deliver('Sent');

    await untilCreated(scene, [uid]);
    assert.deepEqual(scene.restarts, []);
  });

  it('knows the messages of a folder whose counts were missing in the list that shows its new name', async (t) => {
    const without = ['NOTIFY', 'LIST-STATUS', 'OBJECTID'] as const;
    const scene = await begin(t, { proofMs: HOUR_MS }, { capabilities: { without } });
    const client = await scene.open();
    t.after(() => client.close());
    await client.command('CREATE Made');
    const first = scene.deliver('Made');
    await untilCreated(scene, [first]);
    const refusal = { kind: 'refuse', at: 'command-received', command: 'STATUS', status: 'NO' } as const;
    const listed = await client.command('LIST "" *');
    await client.command('RENAME Made Renamed');
    // All of one list.
    for (let nth = 1; nth <= listed.length; nth += 1) scene.sandbox.faults.add({ ...refusal, nth });
    await eventually(async () =>
      assert.ok((await scene.events()).some(({ mailbox }) => String(mailbox) === 'Renamed')),
    );
    const second = scene.deliver('Renamed');

    await untilCreated(scene, [first, second]);
  });

  it('reads other folders in time when the clock is set back', async (t) => {
    const clock = { aheadMs: 0 };
    const now = () => Date.now() + clock.aheadMs;
    const scene = await begin(t, { proofMs: HOUR_MS }, { ...IDLE_ONLY, now });
    clock.aheadMs = -HOUR_MS;
    const uid = scene.deliver('Sent');

    await untilCreated(scene, [uid]);
  });

  it('asks again and again where nothing is reported', async (t) => {
    const options = { capabilities: { without: ['NOTIFY', 'IDLE'] as const } };
    const scene = await begin(t, REPORTS_ONLY, options);

    const uid = scene.deliver();

    await untilCreated(scene, [uid]);
    assert.deepEqual(scene.modes, ['sweep']);
  });

  it('replaces a connection that reports nothing, and counts it', async (t) => {
    const scene = await begin(t, { proofMs: HOUR_MS }, IDLE_ONLY);
    scene.sandbox.faults.add({ kind: 'silence' });

    const delivered: number[] = [];
    await eventually(async () => {
      // One that comes during a list is reported with it.
      await wait(100);
      delivered.push(scene.deliver());
      await untilCreated(scene, delivered);
      assert.equal(scene.restarts.includes('blind'), true);
    });
  });

  it('replaces no connection that reports everything', async (t) => {
    const scene = await begin(t, { proofMs: HOUR_MS }, IDLE_ONLY);
    const uids = [];

    for (let count = 0; count < 8; count += 1) {
      uids.push(scene.deliver());
      await wait(200);
    }

    await untilCreated(scene, uids);
    assert.deepEqual(scene.restarts, []);
  });

  it('notices a connection that freezes while it waits', async (t) => {
    const scene = await begin(t, { proofMs: HOUR_MS }, IDLE_ONLY);
    scene.sandbox.faults.add({ kind: 'freeze', at: 'notification', nth: 1 });

    const uid = scene.deliver();

    await untilCreated(scene, [uid]);
    assert.ok(scene.restarts.includes('failure'));
  });

  it('notices a connection that answers everything and sees no news, by another', async (t) => {
    const scene = await begin(t, { proofMs: 1_500 }, IDLE_ONLY);
    scene.sandbox.faults.add({ kind: 'blind', sessions: 'open' });

    const uid = scene.deliver();
    await wait(500);
    const before = await scene.created();

    await untilCreated(scene, [uid]);
    assert.deepEqual(before, []);
    await eventually(async () => assert.equal(scene.restarts.includes('blind'), true));
  });

  it('proves again and again that it knows all, and says when', async (t) => {
    const scene = await begin(t, { proofMs: 400 });

    await untilProved(scene, 3);

    const times = scene.noted.flatMap(({ provedAt }) => provedAt ?? []);
    assert.deepEqual(times, [...times].sort());
    assert.ok((times.at(-1) ?? 0) > Date.now() - 10_000);
    assert.deepEqual([...new Set(scene.restarts)], ['cycle']);
  });

  it('finds by the next proof exactly those of 200 messages that the server hides from its reports', async (t) => {
    const scene = await begin(t, { proofMs: 6_000, sweepMs: HOUR_MS }, { ...IDLE_ONLY, put: 0 });
    // The first reading selects INBOX again.
    await untilCreated(scene, [scene.deliver()]);
    scene.sandbox.faults.add({ kind: 'hide', every: 100 });
    const uids = Array.from({ length: 200 }, () => scene.deliver());
    const hidden = uids.filter((uid) => uid % 100 === 0);
    const seen = uids.filter((uid) => uid % 100 !== 0);

    await eventually(async () => assert.equal((await scene.created()).length, 1 + seen.length), 5_000);
    const before = await scene.created();
    await untilProved(scene, 2);

    assert.deepEqual(before, [1, ...seen]);
    assert.deepEqual(await scene.created(), [1, ...seen, ...hidden]);
    assert.ok(scene.restarts.includes('blind'));
  });

  it('compares each whole folder each day, also with what nothing announces any more', async (t) => {
    const scene = await begin(t, { proofMs: HOUR_MS, inventoryMs: 1_000 }, IDLE_ONLY);
    const first = scene.deliver();
    await untilCreated(scene, [first]);
    scene.sandbox.faults.add({ kind: 'hide', every: 1 });

    const uid = scene.deliver();

    await untilCreated(scene, [first, uid]);
  });

  it('renews its connection before the token ends', async (t) => {
    const backend = await openSandboxBackend(IDLE_ONLY);
    const { account, sandbox } = backend;
    const timing = { renewMs: 2_000, sweepMs: HOUR_MS, proofMs: HOUR_MS };
    const scene = await openWatchScene(account, { timing, endsAt: () => Date.now() + 2_500 });
    t.after(async () => {
      await scene.close();
      await backend.close();
    });
    scene.begin();

    await untilProved(scene, 2);

    assert.equal(scene.restarts[0], 'cycle');
    assert.ok(sandbox.counters.loginsTried >= 2);
  });
});
