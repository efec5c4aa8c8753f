/** Looks at the accounts as each watching process takes them every five seconds: at all, and at those of a tenth of the shards. */
import { openDatabase } from '../../packages/posthorn/src/adapters/database/open-database.ts';
import { createTableAccounts } from '../../packages/posthorn/src/adapters/database/tables/table-accounts.ts';
import type { Accounts } from '../../packages/posthorn/src/application/ports/state/accounts.ts';
import { SHARDS, type Shard } from '../../packages/posthorn/src/domain/accounts/account-shard.ts';
import { figuresOf } from '../support/statistics.ts';

const PART = 10;
const LOOKS = 15;
/** Spread as those that a node has won one after the other. */
const TENTH = Array.from({ length: Math.floor(SHARDS / PART) }, (_, index) => (index * PART) as Shard);

/** Prints medians of looks that take turns, at a PostgreSQL with accounts. */
export async function measureLooks(databaseUrl: string): Promise<void> {
  const database = await openDatabase({
    location: { engine: 'postgres', url: databaseUrl },
    ...{ readPassword: null, isServer: false, connectMs: 5_000 },
  });
  const accounts = createTableAccounts(database);
  const cases = [
    { name: 'all shards', shards: null, looks: [] as Look[] },
    { name: `${TENTH.length} of ${SHARDS} shards`, shards: TENTH, looks: [] as Look[] },
  ];
  for (let turn = 0; turn <= LOOKS; turn += 1) {
    for (const { shards, looks } of cases) {
      const look = await takeLook(accounts, shards);
      // The first reads from the disk.
      if (turn > 0) looks.push(look);
    }
  }
  await database.close();
  for (const { name, looks } of cases) {
    const median = (of: (look: Look) => number) => Math.round(figuresOf(looks.map(of)).median);
    console.log(
      `a look at ${name}: ${median(({ count }) => count)} accounts, ${median(({ ms }) => ms)} ms, ${median(({ nodeMs }) => nodeMs)} ms of processor time of a node (medians of ${LOOKS})`,
    );
  }
}

interface Look {
  readonly count: number;
  readonly ms: number;
  readonly nodeMs: number;
}

async function takeLook(accounts: Accounts, shards: readonly Shard[] | null): Promise<Look> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const { length: count } = await accounts.listReadable(shards);
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  return { count, ms, nodeMs: (user + system) / 1_000 };
}
