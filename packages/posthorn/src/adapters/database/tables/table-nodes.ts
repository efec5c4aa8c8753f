import { type ExpressionBuilder, sql } from 'kysely';
import type {
  NodeRole,
  NodeRun,
  Nodes,
  OwnedShard,
  StoredNode,
} from '../../../application/ports/state/nodes.ts';
import { SHARDS } from '../../../domain/accounts/account-shard.ts';
import type { Database } from '../database.ts';
import type { NodeRow, Schema } from '../schema.ts';
import { readFrom, readTexts } from './stored-json.ts';

/** The database's clock, epoch milliseconds: nodes' clocks differ. */
const NOW = sql<number>`(extract(epoch from now()) * 1000)::bigint`;

/** `shardOf` for rows without a shard. */
const SHARD_OF_ID = sql<number>`('x' || encode(substr(sha256(convert_to(id, 'UTF8')), 1, 4), 'hex'))::bit(32)::bigint % ${SHARDS}::bigint`;

/** Nodes at PostgreSQL. */
export function createTableNodes(database: Database): Nodes {
  return { ...runsIn(database), ...ownersIn(database) };
}

function runsIn(database: Database): Pick<Nodes, 'join' | 'beat' | 'survey' | 'sweep' | 'retire' | 'leave'> {
  return {
    async join(run, { leaseMs, replaces }) {
      await database.transact(async (transaction) => {
        if (replaces.length > 0) await transaction.deleteFrom('nodes').where('id', 'in', replaces).execute();
        const times = { started_at: NOW, ends_at: sql<number>`${NOW} + ${leaseMs}::bigint` };
        await transaction
          .insertInto('nodes')
          .values({ ...toRow(run), ...times })
          .execute();
      });
    },

    /** Never inserts: a lapsed run may be replaced. */
    async beat(id, leaseMs) {
      const { numUpdatedRows } = await database.run((kysely) =>
        kysely
          .updateTable('nodes')
          .set({ ends_at: sql<number>`${NOW} + ${leaseMs}::bigint` })
          .where('id', '=', id)
          .where('ends_at', '>', NOW)
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },

    async survey() {
      const rows = await database.run((kysely) =>
        kysely
          .selectFrom('nodes')
          .selectAll()
          .select(sql<boolean>`ends_at <= ${NOW}`.as('is_lapsed'))
          .select((from) => markOfOwners(from).as('mark'))
          .orderBy('id')
          .execute(),
      );
      return { nodes: rows.map(toNode), mark: rows[0]?.mark ?? '' };
    },

    /** A beat under way locks its row, which is alive. */
    async sweep() {
      await database.run((kysely) => kysely.deleteFrom('nodes').where('ends_at', '<=', NOW).execute());
    },

    async retire(id) {
      await database.run((kysely) =>
        kysely.updateTable('nodes').set({ capacity: 0 }).where('id', '=', id).execute(),
      );
    },

    async leave(id) {
      await database.run((kysely) => kysely.deleteFrom('nodes').where('id', '=', id).execute());
    },
  };
}

function ownersIn(database: Database): Pick<Nodes, 'shards' | 'claim' | 'release' | 'countAccounts'> {
  return {
    async shards() {
      const rows = await database.run((kysely) =>
        kysely.selectFrom('account_owners').selectAll().orderBy('shard').execute(),
      );
      return rows as readonly { readonly shard: number }[] as readonly OwnedShard[];
    },

    /** Epochs exclude shards taken since. Skips shards that a transaction's fence locks. */
    async claim(id, free) {
      const shards = free.map(({ shard }) => shard);
      const epochs = free.map(({ epoch }) => epoch);
      await database.run((kysely) =>
        kysely
          .updateTable('account_owners')
          .set(({ eb }) => ({ owner: id, epoch: eb('epoch', '+', 1) }))
          .where('shard', 'in', (from) =>
            from
              .selectFrom('account_owners')
              .select('shard')
              .where(
                sql<boolean>`(shard, epoch) in (select * from unnest(${shards}::integer[], ${epochs}::bigint[]))`,
              )
              .where(({ not, exists, selectFrom }) =>
                not(
                  exists(selectFrom('nodes').select('id').whereRef('nodes.id', '=', 'account_owners.owner')),
                ),
              )
              .forUpdate()
              .skipLocked(),
          )
          .where(({ exists, selectFrom }) =>
            exists(selectFrom('nodes').select('id').where('id', '=', id).where('ends_at', '>', NOW)),
          )
          .execute(),
      );
    },

    async countAccounts(shards) {
      const row = await database.run((kysely) =>
        kysely
          .selectFrom('accounts')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where(({ or, and, eb }) =>
            or([
              sql<boolean>`shard = any(${shards}::integer[])`,
              and([eb('shard', 'is', null), sql<boolean>`${SHARD_OF_ID} = any(${shards}::bigint[])`]),
            ]),
          )
          .executeTakeFirstOrThrow(),
      );
      return row.count;
    },

    async release(id, shards) {
      await database.run((kysely) =>
        kysely
          .updateTable('account_owners')
          .set({ owner: null })
          .where('shard', 'in', shards)
          .where('owner', '=', id)
          .execute(),
      );
    },
  };
}

/** Claims raise the sum; between claims, releases lower the count. */
function markOfOwners(from: ExpressionBuilder<Schema, 'nodes'>) {
  return from
    .selectFrom('account_owners')
    .select(sql<string>`sum(epoch)::text || '.' || count(owner)::text`.as('mark'));
}

function toRow({ id, url, version, roles, capacity, machine, pid }: NodeRun) {
  return { id, url, version, roles: JSON.stringify(roles), capacity, machine, pid };
}

function toNode(row: NodeRow & { readonly is_lapsed: boolean }): StoredNode {
  const { id, url, version, capacity, machine, pid, ends_at: endsAt, is_lapsed: isLapsed } = row;
  const roles = readFrom('nodes', () => readTexts(row.roles)) as readonly NodeRole[];
  return { id, url, version, roles, capacity, machine, pid, endsAt, isLapsed };
}
