import type { Migration } from './migration.ts';

/** No references: rows end with their event, not their reader. */
export const eventReadersMigration: Migration = {
  name: '0010-event-readers',
  async up({ schema, text }) {
    const table = 'event_readers';
    await schema
      .createTable(table)
      .addColumn('reader', text, (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('event_readers_pkey', ['reader', 'position'])
      .execute();
    await schema.createIndex('event_readers_by_position').on(table).column('position').execute();
  },
};
