import type { Migration } from './migration.ts';

/** Null until a node reads its accounts: filling 100,000 rows would lock the table for seconds. */
export const accountShardsMigration: Migration = {
  name: '0011-account-shards',
  async up({ schema }) {
    await schema.alterTable('accounts').addColumn('shard', 'integer').execute();
    await schema.createIndex('accounts_by_shard').on('accounts').columns(['shard', 'id']).execute();
  },
};
