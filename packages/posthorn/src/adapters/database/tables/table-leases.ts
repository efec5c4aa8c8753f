import type { Lease, Leases } from '../../../application/ports/state/leases.ts';
import type { Database } from '../database.ts';
import { CLEANING_ROWS, createCleaning } from './cleaning.ts';
import { transactOrUndo, Undone } from './versioned.ts';

/** Rows are removed at this age. Later epochs are greater: they begin with the time. */
const REST_MS = 60 * 60 * 1000;
const NOBODY = '';

/** Leases shared by servers. `now`: epoch milliseconds. */
export function createTableLeases(database: Database, now: () => number): Leases {
  const clean = createCleaning(now, (at) => removeEnded(database, at - REST_MS));
  return {
    async acquire({ keys, owner, ttlMs }) {
      await clean();
      const free = [...keys].sort().map((key) => ({ key, owner: NOBODY, epoch: 0, ends_at: 0 }));
      return database.transact(async (transaction) => {
        // In one order for all; only locks rows.
        const rows = await transaction
          .insertInto('leases')
          .values(free)
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet(({ ref }) => ({ key: ref('excluded.key') })),
          )
          .returningAll()
          .execute();
        const at = now();
        if (rows.some((row) => row.owner !== NOBODY && row.owner !== owner && row.ends_at > at)) return null;
        const epoch = Math.max(at, ...rows.map((row) => row.epoch + 1));
        await transaction
          .updateTable('leases')
          .set({ owner, epoch, ends_at: at + ttlMs })
          .where('key', 'in', keys)
          .execute();
        return { keys, owner, epoch };
      });
    },

    renew: ({ ttlMs, ...lease }) =>
      transactOrUndo(database, async (transaction) => {
        const at = now();
        const { numUpdatedRows } = await transaction
          .updateTable('leases')
          .set({ ends_at: at + ttlMs })
          .where('key', 'in', lease.keys)
          .where('epoch', '=', lease.epoch)
          .where('owner', '=', lease.owner)
          .where('ends_at', '>', at)
          .executeTakeFirst();
        if (Number(numUpdatedRows) < lease.keys.length) throw new Undone();
      }),

    release: (lease) => release(database, lease),

    async abandon(owner) {
      await database.run((kysely) =>
        kysely.updateTable('leases').set({ owner: NOBODY, ends_at: 0 }).where('owner', '=', owner).execute(),
      );
    },
  };
}

async function release(database: Database, { keys, owner, epoch }: Lease): Promise<void> {
  await database.run((kysely) =>
    kysely
      .updateTable('leases')
      .set(({ ref }) => ({ owner: NOBODY, ends_at: ref('epoch') }))
      .where('key', 'in', keys)
      .where('epoch', '=', epoch)
      .where('owner', '=', owner)
      .execute(),
  );
}

async function removeEnded(database: Database, before: number): Promise<void> {
  await database.run((kysely) =>
    kysely
      .deleteFrom('leases')
      .where('key', 'in', (from) =>
        from
          .selectFrom('leases')
          .select('key')
          .where('ends_at', '<', before)
          .orderBy('ends_at')
          .limit(CLEANING_ROWS),
      )
      .execute(),
  );
}
