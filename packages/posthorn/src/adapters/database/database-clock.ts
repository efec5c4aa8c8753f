import { sql } from 'kysely';
import type { Database } from './database.ts';

/** The clock of PostgreSQL, compared with that of this machine. */
export interface DatabaseClock {
  /** Milliseconds; 0 at a file. */
  aheadMs(): number;
  stop(): void;
}

const COMPARISON_MS = 60_000;
/** A slower answer says too little. */
const MAX_TOOK_MS = 2_000;
const CLOCK = sql<{
  readonly ms: number;
}>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`;

/**
 * Compares the clocks now and once a minute. Nodes compare each other's times, such as the ends of leases and claims,
 * and their own clocks may differ by minutes. `now`: milliseconds since 1970.
 */
export async function startDatabaseClock(database: Database, now: () => number): Promise<DatabaseClock> {
  let ahead = 0;
  const compare = async (): Promise<void> => {
    const [startedAt, startedMs] = [now(), performance.now()];
    const { rows } = await database.run((kysely) => CLOCK.execute(kysely));
    const tookMs = performance.now() - startedMs;
    const [row] = rows;
    if (row !== undefined && tookMs <= MAX_TOOK_MS) ahead = Math.round(row.ms - startedAt - tookMs / 2);
  };
  if (database.engine === 'file') return { aheadMs: () => 0, stop: () => undefined };
  await compare();
  const timer = setInterval(() => {
    // The last comparison counts while the database is away.
    compare().catch(() => undefined);
  }, COMPARISON_MS).unref();
  return { aheadMs: () => ahead, stop: () => clearInterval(timer) };
}
