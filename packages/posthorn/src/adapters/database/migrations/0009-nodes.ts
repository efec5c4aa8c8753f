import { SHARDS } from '../../../domain/accounts/account-shard.ts';
import type { Migration } from './migration.ts';

/** Shards do not refer to nodes, whose end would wait for all transactions with a fence. */
export const nodesMigration: Migration = {
  name: '0009-nodes',
  async up({ schema, text, insert }) {
    await schema
      .createTable('nodes')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('url', text)
      .addColumn('version', text, (column) => column.notNull())
      .addColumn('roles', text, (column) => column.notNull())
      .addColumn('capacity', 'integer', (column) => column.notNull())
      .addColumn('machine', text)
      .addColumn('pid', 'bigint', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('account_owners')
      .addColumn('shard', 'integer', (column) => column.primaryKey())
      .addColumn('owner', text)
      .addColumn('epoch', 'bigint', (column) => column.notNull())
      .execute();
    const shards = Array.from({ length: SHARDS }, (_, shard) => ({ shard, owner: null, epoch: 0 }));
    await insert('account_owners', shards);
  },
};
