import type { Migration } from './migration.ts';

/** Null until a node looks at its accounts: filling all rows here would lock the table, for seconds at 100,000 accounts. */
export const accountShardsMigration: Migration = {
  name: '0011-account-shards',
  async up({ schema }) {
    await schema.alterTable('accounts').addColumn('shard', 'integer').execute();
    await schema.createIndex('accounts_by_shard').on('accounts').columns(['shard', 'id']).execute();
  },
};
