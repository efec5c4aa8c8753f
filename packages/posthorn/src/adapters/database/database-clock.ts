import { sql } from 'kysely';
import type { Database } from './database.ts';
import { lookAtClock } from './dialects/clock-look.ts';

/** The clock of PostgreSQL, compared with that of this machine. */
export interface DatabaseClock {
  /** Milliseconds; 0 at a file. */
  aheadMs(): number;
  /** Compares now, and once a minute from now on. Throws `store-unavailable`. */
  start(): Promise<void>;
  stop(): void;
}

const COMPARISON_MS = 60_000;
/** A slower answer says too little. */
const MAX_TOOK_MS = 2_000;
const CLOCK = sql<{
  readonly ms: number;
}>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`;

/**
 * Compares the clocks: nodes compare each other's times, such as the ends of leases and claims, and their own clocks
 * may differ by minutes. `now`: milliseconds since 1970.
 */
export function createDatabaseClock(database: Database, now: () => number): DatabaseClock {
  let ahead = 0;
  let timer: NodeJS.Timeout | undefined;
  const read = async (): Promise<number> => {
    const { rows } = await database.run((kysely) => CLOCK.execute(kysely));
    const [row] = rows;
    if (row === undefined) throw new Error('The database has answered without a row.');
    return row.ms;
  };
  const compare = async (): Promise<void> => {
    const { tookMs, aheadMs } = await lookAtClock(read, now);
    if (tookMs <= MAX_TOOK_MS) ahead = aheadMs;
  };
  return {
    aheadMs: () => ahead,
    async start() {
      if (database.engine === 'file') return;
      await compare();
      // The last comparison counts while the database is away.
      timer ??= setInterval(() => void compare().catch(() => undefined), COMPARISON_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
