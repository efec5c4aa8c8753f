/** A process reads and watches the accounts of the shards that it has, from the moment that it has them. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { migrate } from '../../../src/adapters/database/migrations/migrate.ts';
import { openDatabase } from '../../../src/adapters/database/open-database.ts';
import { createTableAccounts } from '../../../src/adapters/database/tables/table-accounts.ts';
import { createTableEvents } from '../../../src/adapters/database/tables/table-events.ts';
import { ShardOwnership } from '../../../src/application/ownership/shard-ownership.ts';
import { UNMEASURED } from '../../../src/application/ports/mail-telemetry.ts';
import { createAccountWatchers } from '../../../src/application/watching/account-watchers.ts';
import { NODE_CLOCK } from '../../../src/composition/open-ownership.ts';
import { type Shard, shardOf } from '../../../src/domain/accounts/account-shard.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { deadlineIn } from '../../../src/domain/values/deadline.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import { eventually } from './watch-scene.ts';

const JANE = 'jane' as MailAccountId;
const JOHN = 'john' as MailAccountId;
const LONG_MS = 60_000;
const MANY = 200;

interface SceneOptions {
  readonly lookMs?: number;
  readonly ids?: readonly MailAccountId[];
  /** Called when the watcher of an account begins. */
  readonly onOpening?: (signal: AbortSignal) => void;
}

async function startScene(
  t: TestContext,
  { lookMs = LONG_MS, ids = [JANE, JOHN], onOpening = () => undefined }: SceneOptions = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-shards-'));
  const database = await openDatabase({
    location: { engine: 'file', path: join(folder, 'p.db') },
    ...{ readPassword: null, isServer: false, connectMs: 5_000 },
  });
  await migrate(database);
  const accounts = createTableAccounts(database);
  for (const id of ids) await accounts.save(buildAccount({ id }));
  const ownership = new ShardOwnership({ clock: NODE_CLOCK });
  const read: (readonly MailAccountId[])[] = [];
  const faults: Error[] = [];
  const reported: unknown[] = [];
  const watchers = createAccountWatchers({
    accounts: {
      saveWatches: (changes) => accounts.saveWatches(changes),
      async listReadable(shards) {
        const fault = faults.pop();
        if (fault !== undefined) throw fault;
        const listed = await accounts.listReadable(shards);
        read.push(listed.map(({ id }) => id));
        return listed;
      },
    },
    ownership,
    log: createTableEvents(database),
    now: Date.now,
    opening: {
      // A mail server that never answers.
      open: (_request, signal) => {
        onOpening(signal);
        return wait(LONG_MS, undefined, { signal }).then(() => assert.fail());
      },
      noteFailure: async (_account, error) => error,
    },
    connections: { open: () => assert.fail('no login was opened') },
    telemetry: UNMEASURED,
    forget: () => undefined,
    report: (error) => reported.push(error),
    limits: { total: MANY, perHost: MANY },
    lookMs,
  });
  t.after(async () => {
    await watchers.close();
    ownership.show(null);
    await database.close();
    await rm(folder, { recursive: true });
  });
  return {
    ...{ read, faults, reported, watchers, ownership },
    hold: (...ids: readonly MailAccountId[]) => ownership.show(viewOf(ids.map(shardOf))),
    untilCount: (count: number) => eventually(async () => assert.equal(watchers.count, count)),
  };
}

it('Watchers begin and end with the shards of their accounts, and read no others', async (t) => {
  const { read, watchers, ownership, hold, untilCount } = await startScene(t);
  hold(JANE);
  watchers.start();
  await untilCount(1);
  hold(JANE, JOHN);
  await untilCount(2);
  hold(JOHN);
  await untilCount(1);
  ownership.show(null);
  await untilCount(0);

  assert.deepEqual(
    read.map((ids) => [...ids].sort()),
    [[JANE], [JANE, JOHN], [JOHN], []],
  );
});

it('Watchers look again after a fault, which is reported', async (t) => {
  const { faults, reported, watchers, hold, untilCount } = await startScene(t, { lookMs: 50 });
  const fault = new Error('A row was not written by Posthorn.');
  faults.push(fault);
  hold(JANE);

  watchers.start();
  await untilCount(1);

  assert.deepEqual(reported, [fault]);
});

it('Watchers begin and end a few in a turn of the event loop, however many accounts come and go', async (t) => {
  const perTurn: number[] = [];
  let inTurn = 0;
  const note = () => {
    if (inTurn === 0)
      setImmediate(() => {
        perTurn.push(inTurn);
        inTurn = 0;
      });
    inTurn += 1;
  };
  const ids = Array.from({ length: MANY }, (_, index) => `account-${index}` as MailAccountId);
  const { watchers, ownership, hold, untilCount } = await startScene(t, {
    ids,
    onOpening(signal) {
      note();
      signal.addEventListener('abort', note);
    },
  });
  hold(...ids);
  watchers.start();
  await untilCount(MANY);
  ownership.show(null);
  await untilCount(0);

  perTurn.push(inTurn);
  const sum = perTurn.reduce((total, count) => total + count, 0);
  assert.deepEqual([sum, Math.max(...perTurn) <= 10], [2 * MANY, true], perTurn.join());
});

function viewOf(shards: readonly Shard[]) {
  return {
    ...{ id: 'run', owners: [], nodes: [], beatAt: NODE_CLOCK.monotonic() },
    held: new Map(shards.map((shard) => [shard, 1])),
    endsAt: deadlineIn(NODE_CLOCK, LONG_MS),
  };
}
