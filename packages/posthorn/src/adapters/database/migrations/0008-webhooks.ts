import { sql } from 'kysely';
import type { Migration, MigrationTools } from './migration.ts';

export const webhooksMigration: Migration = {
  name: '0008-webhooks',
  async up(tools) {
    await createWebhooks(tools);
    await createLanes(tools);
    await createDeliveries(tools);
  },
};

/** A webhook outlives its key, to get another. */
async function createWebhooks({ schema, text }: MigrationTools): Promise<void> {
  await schema
    .createTable('webhooks')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('kinds', text, (column) => column.notNull())
    .addColumn('fields', text, (column) => column.notNull())
    .addColumn('is_bound', 'integer', (column) => column.notNull())
    .addColumn('key_id', text, (column) => column.notNull())
    .addColumn('is_enabled', 'integer', (column) => column.notNull())
    .addColumn('problem', text)
    .addColumn('secret', text, (column) => column.notNull())
    .addColumn('previous_secret', text)
    .addColumn('previous_ends_at', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('paused_until', 'bigint')
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('webhooks_by_time').on('webhooks').columns(['created_at', 'id']).execute();
  await schema
    .createIndex('webhooks_enabled')
    .on('webhooks')
    .column('id')
    .where(sql.ref('is_enabled'), '=', sql<number>`1`)
    .execute();
  await schema
    .createTable('webhook_accounts')
    .addColumn('webhook_id', text, (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('account_id', text, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('webhook_accounts_pkey', ['webhook_id', 'account_id'])
    .execute();
  const bindings = 'webhook_accounts';
  await schema.createIndex('webhook_accounts_by_account').on(bindings).column('account_id').execute();
}

/** A row per webhook and account with pending deliveries; a null `next_at` waits for the webhook. */
async function createLanes({ schema, text }: MigrationTools): Promise<void> {
  await schema
    .createTable('webhook_lanes')
    .addColumn('webhook_id', text, (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('lane', text, (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('claimed_until', 'bigint', (column) => column.notNull())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('webhook_lanes_pkey', ['webhook_id', 'lane'])
    .execute();
  const table = 'webhook_lanes';
  await schema.createIndex('webhook_lanes_by_webhook').on(table).columns(['webhook_id', 'next_at']).execute();
  await schema
    .createIndex('webhook_lanes_claimed')
    .on(table)
    .column('claimed_until')
    .where(sql.ref('claimed_until'), '>', sql<number>`0`)
    .execute();
}

/** A delivery with a null `account_id` outlives its account. */
async function createDeliveries({ schema, text }: MigrationTools): Promise<void> {
  await schema
    .createTable('webhook_deliveries')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('webhook_id', text, (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('event_id', text, (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('lane', text, (column) => column.notNull())
    .addColumn('account_id', text, (column) => column.references('accounts.id').onDelete('cascade'))
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('last_answer', text)
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  const table = 'webhook_deliveries';
  const order = ['webhook_id', 'position'];
  await schema.createIndex('webhook_deliveries_by_position').unique().on(table).columns(order).execute();
  await schema.createIndex('webhook_deliveries_by_account').on(table).column('account_id').execute();
  await schema.createIndex('webhook_deliveries_by_end').on(table).column('ended_at').execute();
  await schema
    .createIndex('webhook_deliveries_pending')
    .on(table)
    .columns(['webhook_id', 'lane', 'position'])
    .where(sql.ref('status'), '=', sql<string>`'pending'`)
    .execute();
  await schema
    .createIndex('webhook_deliveries_waiting')
    .on(table)
    .column('at')
    .where(sql.ref('status'), '=', sql<string>`'pending'`)
    .execute();
}
