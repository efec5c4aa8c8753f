import type { RateCharge, RateLimits, RateRule } from '../../../application/ports/state/rate-limits.ts';
import type { Database } from '../database.ts';
import type { RateLimitRow } from '../schema.ts';
import { CLEANING_ROWS, createCleaning } from './cleaning.ts';

/** Limits exact for all processes; full buckets have no row. `now`: epoch milliseconds. */
export class TableRateLimits implements RateLimits {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #clean: () => Promise<void>;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
    this.#clean = createCleaning(now, (at) => this.#removeFull(at));
  }

  async take(charge: RateCharge): Promise<number> {
    await this.#clean();
    const { rule, units } = charge;
    return this.#change(charge, (available) => {
      if (available >= units) return { units: available - units, waitMs: 0 };
      return { units: available, waitMs: Math.ceil(((units - available) * rule.periodMs) / rule.capacity) };
    });
  }

  async giveBack(charge: RateCharge): Promise<void> {
    await this.#change(charge, (available) => ({
      units: Math.min(charge.rule.capacity, available + charge.units),
      waitMs: 0,
    }));
  }

  #change(
    { name, rule }: RateCharge,
    decide: (available: number) => { readonly units: number; readonly waitMs: number },
  ): Promise<number> {
    return this.#database.transact(async (transaction) => {
      const now = this.#now();
      const full = { name, units: rule.capacity, at: now, full_at: now };
      // Only locks the row.
      const bucket = await transaction
        .insertInto('rate_limits')
        .values(full)
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet(({ ref }) => ({ name: ref('excluded.name') })),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      const available = unitsIn(bucket, rule, now);
      const { units, waitMs } = decide(available);
      const at = Math.max(now, bucket.at);
      const full_at = at + Math.ceil(((rule.capacity - units) * rule.periodMs) / rule.capacity);
      await transaction
        .updateTable('rate_limits')
        .set({ units, at, full_at })
        .where('name', '=', name)
        .execute();
      return waitMs;
    });
  }

  #removeFull(now: number): Promise<unknown> {
    return this.#database.run((kysely) =>
      kysely
        .deleteFrom('rate_limits')
        .where('name', 'in', (from) =>
          from
            .selectFrom('rate_limits')
            .select('name')
            .where('full_at', '<', now)
            .orderBy('full_at')
            .limit(CLEANING_ROWS),
        )
        .execute(),
    );
  }
}

/** Setting the clock back changes nothing. */
function unitsIn({ units, at }: RateLimitRow, { capacity, periodMs }: RateRule, now: number): number {
  return Math.min(capacity, units + (Math.max(0, now - at) * capacity) / periodMs);
}
