import { type Command, Option } from 'commander';
import { addKeyCommands } from './key-commands.ts';
import { lazily } from './lazily.ts';
import { withStoreOptions } from './root-option.ts';

/** Adds database, key and account commands. */
export function addStoreCommands(program: Command): void {
  addSecretsCommands(program);
  addDatabaseCommands(program);
  addKeyCommands(program);
  addAccountsCommands(program);
}

function addSecretsCommands(program: Command): void {
  withStoreOptions(program.command('secrets:create'))
    .description('Makes a key for the secrets of the database, the first one or a newer one')
    .option('--name <name>', 'the name of the key (default: the day)')
    .action(lazily(async () => (await import('./commands/secrets.ts')).runSecretsCreate));
  withStoreOptions(program.command('secrets:rotate'))
    .description('Encrypts all secrets of the database with the first key; the server may run')
    .action(lazily(async () => (await import('./commands/secrets.ts')).runSecretsRotate));
  withStoreOptions(program.command('secrets:check'))
    .description('Says which keys the secrets of the database need, and whether all of them open')
    .action(lazily(async () => (await import('./commands/secrets.ts')).runSecretsCheck));
}

function addDatabaseCommands(program: Command): void {
  withStoreOptions(program.command('database:check'))
    .description('Says whether the database and its keys can be used, and changes nothing')
    .action(lazily(async () => (await import('./commands/database.ts')).runDatabaseCheck));
  withStoreOptions(program.command('database:migrate'))
    .description('Brings the database to the schema of this version, as the start of the server does')
    .action(lazily(async () => (await import('./commands/database.ts')).runDatabaseMigrate));
  withStoreOptions(program.command('database:backup'))
    .description('Writes a copy of the database file; the server may run')
    .argument('<file>', 'the file to write, which must not exist')
    .action(lazily(async () => (await import('./commands/database.ts')).runDatabaseBackup));
  withStoreOptions(program.command('database:copy'))
    .description('Copies a database file into the empty database of APP_DATABASE_URL')
    .argument('<source>', 'file:PATH, which no server uses')
    .action(lazily(async () => (await import('./commands/database.ts')).runDatabaseCopy));
}

function addAccountsCommands(program: Command): void {
  addAccountsAdd(program);
  withStoreOptions(program.command('accounts:list'))
    .description('Lists the connected accounts with their states')
    .action(lazily(async () => (await import('./commands/accounts.ts')).runAccountsList));
  withStoreOptions(program.command('accounts:remove'))
    .description('Removes a connected account with its login; the mailbox is untouched')
    .argument('<id>', 'the id of the account')
    .action(lazily(async () => (await import('./commands/accounts.ts')).runAccountsRemove));
  withStoreOptions(program.command('accounts:revoke-all'))
    .description('Erases the logins of all accounts, which then need a new sign-in')
    .option('--yes', 'asks nothing')
    .action(lazily(async () => (await import('./commands/accounts.ts')).runAccountsRevokeAll));
}

function addAccountsAdd(program: Command): void {
  withStoreOptions(program.command('accounts:add'))
    .description('Connects a mail account: tries its login, and stores it encrypted')
    .argument('<address>', 'the e-mail address of the account')
    .option('--id <id>', 'the id of the account (default: made)')
    .option('--name <name>', 'its name (default: the address)')
    .option('--user <name>', 'who signs in, if that is not the address')
    .option('--discover', 'finds the servers by the address, without a question')
    .option('--inbox-address <host>', 'the receiving server')
    .option('--inbox-port <port>', 'its port (default: 993)')
    .option('--inbox-ssl', 'TLS from the first octet (default, except for port 143)')
    .option('--no-inbox-ssl', 'STARTTLS')
    .option('--no-inbox', 'an account that only sends')
    .option('--outbox-address <host>', 'the sending server')
    .option('--outbox-port <port>', 'its port (default: 465)')
    .addOption(outboxSecureOption())
    .option('--password-stdin', 'reads the password from the standard input; or set POSTHORN_PASSWORD')
    .option('--provider <id>', 'an OAuth provider of app/config/oauth.js, in place of a password')
    .option(
      '--refresh-token-stdin',
      'reads its refresh token from the standard input; or set POSTHORN_REFRESH_TOKEN',
    )
    .option('--no-verify', 'stores the login without trying it')
    .action(lazily(async () => (await import('./commands/accounts-add.ts')).runAccountsAdd));
}

function outboxSecureOption(): Option {
  const option = new Option('--outbox-secure <kind>', 'its encryption (default: ssl)');
  return option.choices(['ssl', 'tls', 'starttls', 'none']);
}
