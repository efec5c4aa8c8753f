import type { Migration } from './migration.ts';

export const signInsMigration: Migration = {
  name: '0005-sign-ins',
  async up({ schema, text }) {
    await schema
      .createTable('sign_in_refusals')
      .addColumn('login', text, (column) => column.primaryKey())
      .addColumn('refusal', text, (column) => column.notNull())
      .addColumn('term_ms', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .addColumn('forgotten_at', 'bigint', (column) => column.notNull())
      .execute();
    const refusals = 'sign_in_refusals';
    await schema.createIndex('sign_in_refusals_by_end').on(refusals).column('forgotten_at').execute();
    await schema
      .createTable('client_standings')
      .addColumn('client', text, (column) => column.primaryKey())
      .addColumn('accepted_until', 'bigint', (column) => column.notNull())
      .addColumn('failed_until', 'bigint', (column) => column.notNull())
      .execute();
    const standings = 'client_standings';
    await schema
      .createIndex('client_standings_by_end')
      .on(standings)
      .columns(['accepted_until', 'failed_until'])
      .execute();
    await schema
      .createTable('leases')
      .addColumn('key', text, (column) => column.primaryKey())
      .addColumn('owner', text, (column) => column.notNull())
      .addColumn('epoch', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('leases_by_owner').on('leases').column('owner').execute();
    await schema.createIndex('leases_by_end').on('leases').column('ends_at').execute();
  },
};
