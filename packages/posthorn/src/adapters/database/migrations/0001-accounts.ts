import type { Migration, MigrationTools } from './migration.ts';

export const accountsMigration: Migration = {
  name: '0001-accounts',
  async up(tools) {
    await createSecretChecks(tools);
    await createAccounts(tools);
    await indexAccounts(tools);
    await createGrants(tools);
    await createConnectSessions(tools);
  },
};

async function createSecretChecks({ schema, text }: MigrationTools): Promise<void> {
  await schema
    .createTable('secret_checks')
    .addColumn('key_name', text, (column) => column.primaryKey())
    .addColumn('sealed', text, (column) => column.notNull())
    .execute();
}

async function createAccounts({ schema, text }: MigrationTools): Promise<void> {
  await schema
    .createTable('accounts')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('sort_name', text, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('from_address', text, (column) => column.notNull())
    .addColumn('reply_to', text, (column) => column.notNull())
    .addColumn('inbox', text)
    .addColumn('outbox', text)
    .addColumn('roots', text, (column) => column.notNull())
    .addColumn('login', text, (column) => column.notNull())
    .addColumn('login_password', text)
    .addColumn('outbox_login', text)
    .addColumn('outbox_password', text)
    .addColumn('provider', text)
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('state_since', 'bigint', (column) => column.notNull())
    .addColumn('problem', text)
    .addColumn('watch_mode', text, (column) => column.notNull())
    .addColumn('last_proof_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .execute();
}

/** One per sort order. */
async function indexAccounts({ schema }: MigrationTools): Promise<void> {
  const indexes = [
    ['accounts_by_name', ['sort_name', 'id']],
    ['accounts_by_time', ['created_at', 'id']],
    ['accounts_by_state_and_name', ['state', 'sort_name', 'id']],
    ['accounts_by_state_and_time', ['state', 'created_at', 'id']],
    ['accounts_by_address', ['address']],
  ] as const;
  for (const [name, columns] of indexes) {
    await schema
      .createIndex(name)
      .on('accounts')
      .columns([...columns])
      .execute();
  }
}

async function createGrants({ schema, text }: MigrationTools): Promise<void> {
  await schema
    .createTable('grants')
    .addColumn('account_id', text, (column) =>
      column.primaryKey().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('provider', text, (column) => column.notNull())
    .addColumn('subject', text)
    .addColumn('scope', text)
    .addColumn('refresh_token', text, (column) => column.notNull())
    .addColumn('access_token', text)
    .addColumn('access_ends_at', 'bigint')
    .addColumn('refresh_owner', text)
    .addColumn('refresh_ends_at', 'bigint')
    .addColumn('refresh_tries', 'integer')
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .execute();
}

async function createConnectSessions({ schema, text }: MigrationTools): Promise<void> {
  await schema
    .createTable('connect_sessions')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('token_hash', text, (column) => column.notNull())
    .addColumn('return_url', text, (column) => column.notNull())
    .addColumn('address', text)
    .addColumn('name', text)
    .addColumn('providers', text)
    .addColumn('account_id', text, (column) => column.references('accounts.id').onDelete('cascade'))
    .addColumn('key_id', text)
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('problem', text)
    .addColumn('pending', text)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .execute();
  const table = 'connect_sessions';
  await schema.createIndex('connect_sessions_by_account').on(table).column('account_id').execute();
  await schema.createIndex('connect_sessions_by_end').on(table).column('expires_at').execute();
}
