import type { Migration, MigrationTools } from './migration.ts';

export const apiKeysMigration: Migration = {
  name: '0002-api-keys',
  async up(tools) {
    await createApiKeys(tools);
    await createBindings(tools);
  },
};

async function createApiKeys({ schema, text }: MigrationTools): Promise<void> {
  await schema
    .createTable('api_keys')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('secret_hash', text, (column) => column.notNull())
    .addColumn('scopes', text, (column) => column.notNull())
    .addColumn('is_bound', 'integer', (column) => column.notNull())
    .addColumn('networks', text, (column) => column.notNull())
    .addColumn('agent_sends', text)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('api_keys_by_time').on('api_keys').columns(['created_at', 'id']).execute();
}

async function createBindings({ schema, text }: MigrationTools): Promise<void> {
  await schema
    .createTable('api_key_accounts')
    .addColumn('key_id', text, (column) => column.notNull().references('api_keys.id').onDelete('cascade'))
    .addColumn('account_id', text, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('api_key_accounts_pkey', ['key_id', 'account_id'])
    .execute();
  await schema
    .createIndex('api_key_accounts_by_account')
    .on('api_key_accounts')
    .column('account_id')
    .execute();
}
