import type { Migration, MigrationTools } from './migration.ts';

export const eventsMigration: Migration = {
  name: '0007-events',
  async up(tools) {
    await createEvents(tools);
    await createWatchPositions(tools);
  },
};

/** No reference to accounts: events outlive them. */
async function createEvents({ schema, text, orderedKey }: MigrationTools): Promise<void> {
  await schema
    .createTable('event_log')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('last', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('events')
    .addColumn('position', orderedKey, (column) => column.primaryKey())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('account_id', text)
    .addColumn('kind', text)
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('mailbox', text)
    .addColumn('uid_validity', 'bigint')
    .addColumn('uid', 'bigint')
    .addColumn('data', text)
    .execute();
  await schema.createIndex('events_by_id').unique().on('events').column('id').execute();
  await schema.createIndex('events_by_account').on('events').columns(['account_id', 'position']).execute();
  await schema.createIndex('events_by_kind').on('events').columns(['kind', 'position']).execute();
}

async function createWatchPositions({ schema, text }: MigrationTools): Promise<void> {
  await schema
    .createTable('watch_positions')
    .addColumn('account_id', text, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('mailbox', text, (column) => column.notNull())
    .addColumn('position', text, (column) => column.notNull())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('watch_positions_pkey', ['account_id', 'mailbox'])
    .execute();
}
