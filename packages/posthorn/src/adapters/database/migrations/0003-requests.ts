import type { Migration } from './migration.ts';

export const requestsMigration: Migration = {
  name: '0003-requests',
  async up({ schema, text }) {
    await schema
      .createTable('answers')
      .addColumn('key', text, (column) => column.primaryKey())
      .addColumn('fingerprint', text, (column) => column.notNull())
      .addColumn('owner', text, (column) => column.notNull())
      .addColumn('answer', text)
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('abandoned_at', 'bigint')
      .execute();
    await schema.createIndex('answers_by_time').on('answers').column('created_at').execute();
    await schema.createIndex('answers_by_owner').on('answers').column('owner').execute();
    await schema
      .createTable('rate_limits')
      .addColumn('name', text, (column) => column.primaryKey())
      .addColumn('units', 'double precision', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('full_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('rate_limits_by_end').on('rate_limits').column('full_at').execute();
  },
};
