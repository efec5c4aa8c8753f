/** A process that is a node: it owns its share of the accounts and writes for them under fences, until its standard input ends. Its job comes as a line of JSON. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { openDatabase } from '../../../src/adapters/database/open-database.ts';
import { openTables } from '../../../src/adapters/database/open-store.ts';
import type { Schema } from '../../../src/adapters/database/schema.ts';
import { ShardOwnership } from '../../../src/application/ownership/shard-ownership.ts';
import type { Fence } from '../../../src/application/ports/account-ownership.ts';
import type { Nodes } from '../../../src/application/ports/state/nodes.ts';
import { NODE_CLOCK, openNode } from '../../../src/composition/open-ownership.ts';
import { readSettings } from '../../../src/config/load-settings.ts';
import { SHARDS, type Shard } from '../../../src/domain/accounts/account-shard.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { createLogger } from '../../../src/observability/logger.ts';
import { boxOf } from './killed-work.ts';

/** A database and the accounts `a0` to `a<accounts - 1>`. */
export interface NodeJob {
  readonly url: string;
  readonly accounts: number;
}

/** What a node answers to a line of input. */
export interface NodeReport {
  readonly owned: readonly MailAccountId[];
  /** In order: `join`, `beat` and other queries of the node, `lost N`, `won N`, `wrote` and `refused`. */
  readonly steps: readonly NotedStep[];
  /** The shards that it had from each moment on. */
  readonly holdings: readonly Holding[];
}

export interface Holding {
  readonly shards: readonly number[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface NotedStep {
  readonly step: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const KEYS = [['k', Buffer.alloc(32, 7).toString('base64')]] as const;
/** Long beside a write: a process that is frozen has some writers between the fence and its use. */
const PAUSE_MS = 200;
const WRITERS = 24;
const ALL_SHARDS = Array.from({ length: SHARDS }, (_, index) => index as Shard);
const CONNECT_MS = 30_000;

const steps: NotedStep[] = [];
const holdings: Holding[] = [];

function note(step: string): void {
  steps.push({ step, at: Date.now() });
}

/** Notes queries when they begin. */
function noted(nodes: Nodes): Nodes {
  return new Proxy(nodes, {
    get(target, name: keyof Nodes) {
      note(name);
      return target[name].bind(target);
    },
  });
}

async function run({ url, accounts }: NodeJob): Promise<void> {
  const ids = Array.from({ length: accounts }, (_, index) => `a${index}` as MailAccountId);
  const location = { engine: 'postgres', url } as const;
  const options = { location, readPassword: null, connectMs: CONNECT_MS };
  const store = await openTables({ ...options, isServer: true, secretBox: boxOf(KEYS), now: Date.now });
  const database = await openDatabase({ ...options, isServer: false });
  const ownership = new ShardOwnership({ clock: NODE_CLOCK });
  const owned = () => ids.filter((id) => ownership.owns(id));
  if (store.nodes === null) throw new Error('no nodes');
  let last = 0;
  ownership.onChange(() => {
    const count = owned().length;
    note(count < last ? `lost ${last - count}` : `won ${count - last}`);
    last = count;
    holdings.push({ shards: ALL_SHARDS.filter((shard) => ownership.holds(shard)), at: Date.now() });
  });
  const node = openNode({
    nodes: noted(store.nodes),
    settings: readSettings({}),
    logger: createLogger({ level: 'silent', environment: 'test' }),
    onView: (view) => ownership.show(view),
  });
  await node.start();

  /** With fences that may have become old. */
  const write = async () => {
    const account = ids[Math.floor(Math.random() * ids.length)];
    const fence = account && ownership.fenceOf(account);
    await wait(PAUSE_MS);
    if (!fence) return;
    await database.transact(async (transaction) => {
      const isHeld = await holdsFence(transaction, fence);
      note(isHeld ? 'wrote' : 'refused');
      if (!isHeld) return;
      const { shard, owner, epoch } = fence;
      await sql`insert into fence_uses (shard, owner, epoch) values (${shard}, ${owner}, ${epoch})`.execute(
        transaction,
      );
    });
  };
  const work = async () => {
    while (true) await write().catch(() => wait(PAUSE_MS));
  };
  for (let count = 0; count < WRITERS; count += 1) void work();
  const reader = createInterface(process.stdin);
  reader.on('line', () => {
    process.stdout.write(
      `${JSON.stringify({ owned: owned(), steps: steps.splice(0), holdings: holdings.splice(0) })}\n`,
    );
  });
  process.stdout.write('started\n');
  await once(reader, 'close');
  await node.close();
}

/** Holds it until the transaction ends. */
async function holdsFence(
  transaction: Transaction<Schema>,
  { shard, owner, epoch }: Fence,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('account_owners')
    .select('shard')
    .where('shard', '=', shard)
    .where('owner', '=', owner)
    .where('epoch', '=', epoch)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

const [line] = (await once(createInterface(process.stdin), 'line')) as [string];
await run(JSON.parse(line));
process.exit(0);
