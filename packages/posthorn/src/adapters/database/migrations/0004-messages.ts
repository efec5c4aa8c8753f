import type { Migration } from './migration.ts';

export const messagesMigration: Migration = {
  name: '0004-messages',
  async up({ schema, text }) {
    await schema
      .createTable('message_fates')
      .addColumn('key', text, (column) => column.primaryKey())
      .addColumn('uid_validity', 'bigint', (column) => column.notNull())
      .addColumn('fate', text, (column) => column.notNull())
      .addColumn('recorded_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('message_fates_by_time').on('message_fates').column('recorded_at').execute();
    await schema
      .createTable('recent_originals')
      .addColumn('reader', text, (column) => column.notNull())
      .addColumn('key', text, (column) => column.notNull())
      .addColumn('original', text, (column) => column.notNull())
      .addColumn('opened_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('recent_originals_pkey', ['reader', 'key'])
      .execute();
    const originals = 'recent_originals';
    await schema.createIndex('recent_originals_by_time').on(originals).column('opened_at').execute();
    await schema
      .createTable('file_takings')
      .addColumn('file', text, (column) => column.primaryKey())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addColumn('taken_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('file_takings_by_time').on('file_takings').column('taken_at').execute();
  },
};
