import type { Migration } from './migration.ts';

/** Null in a row that an older Posthorn writes beside this one, until a node looks at its accounts. */
export const accountShardsMigration: Migration = {
  name: '0011-account-shards',
  async up({ schema, fillShards }) {
    await schema.alterTable('accounts').addColumn('shard', 'integer').execute();
    await schema.createIndex('accounts_by_shard').on('accounts').columns(['shard', 'id']).execute();
    await fillShards();
  },
};
