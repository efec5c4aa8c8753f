import { sql } from 'kysely';
import type { Database } from './database.ts';
import { lookAtClock } from './dialects/clock-look.ts';

/** PostgreSQL's clock, compared with this machine's. */
export interface DatabaseClock {
  /** Milliseconds; 0 for a file. */
  aheadMs(): number;
  /** Compares now and once a minute. Throws `store-unavailable`. */
  start(): Promise<void>;
  stop(): void;
}

const COMPARISON_MS = 60_000;
/** Slower answers are too inexact. */
const MAX_TOOK_MS = 2_000;
const CLOCK = sql<{
  readonly ms: number;
}>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`;

/**
 * Nodes compare times, such as ends of leases, but their clocks may differ by minutes. `now`: epoch
 * milliseconds.
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
      // Without the database, the last comparison counts.
      timer ??= setInterval(() => void compare().catch(() => undefined), COMPARISON_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
