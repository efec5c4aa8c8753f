import { type Command, Option } from 'commander';
import { DEMO_PROFILES } from '../demo/demo-profiles.ts';
import { addInstallationCommands } from './installation-commands.ts';
import { lazily } from './lazily.ts';
import { rootOption, settingsFileOption } from './root-option.ts';
import { addStoreCommands } from './store-commands.ts';

/** Adds every command. */
export function addCommands(program: Command): void {
  program
    .command('list')
    .description('Lists the commands')
    .action(() => {
      process.stdout.write(`${commandTable(program)}\n`);
    });
  addInstallationCommands(program);
  addStoreCommands(program);
  program
    .command('doctor')
    .description('Says what keeps a mail account from working, and what to change')
    .argument('<account>', 'the id of an entry in app/config/imapserver.js, or an e-mail address')
    .addOption(rootOption())
    .addOption(settingsFileOption())
    .option('--user <name>', 'who signs in, if that is not the address')
    .option('--password-file <file>', 'a file with the password, or -; or set POSTHORN_PASSWORD')
    .option('--token-file <file>', 'a file with an OAuth access token, or -; or set POSTHORN_TOKEN')
    .option('--json', 'prints one JSON document')
    .action(lazily(async () => (await import('./commands/doctor.ts')).runDoctor));
  addOAuthToken(program);
  program
    .command('serve')
    .description('Serves the API as .env and app/config say')
    .addOption(rootOption())
    .addOption(settingsFileOption())
    .option('--workers <number>', 'how many processes serve the accounts; wins over APP_WORKERS')
    .action(lazily(async () => (await import('./commands/serve.ts')).runServe));
  program
    .command('check')
    .description('Says whether .env and app/config can be used, and serves nothing')
    .addOption(rootOption())
    .addOption(settingsFileOption())
    .action(lazily(async () => (await import('./commands/check.ts')).runCheck));
  program
    .command('demo')
    .description('Serves the API with an in-memory mail server and believable mail; nothing to set up')
    .option('--port <number>', 'the port to listen on (default: the variable PORT, or 8025)')
    .addOption(profileOption())
    .option('--no-new-mail', 'do not let a new mail arrive every 20 seconds')
    .action(lazily(async () => (await import('./commands/demo.ts')).runDemo));
  addTry(program);
  program
    .command('import')
    .argument('<directory>', 'the installation of lumen-app-email')
    .description('Takes over the configuration of a lumen-app-email installation')
    .addOption(rootOption())
    .option('--dry-run', 'check and report, write nothing')
    .option('--overwrite', 'replace configuration files that exist')
    .action(lazily(async () => (await import('./commands/import.ts')).runImport));
}

function addTry(program: Command): void {
  program
    .command('try')
    .description('Opens your own mailbox in a browser and for curl; nothing to set up, nothing stored')
    .argument('[address]', 'your e-mail address')
    .addOption(rootOption())
    .addOption(settingsFileOption())
    .option('--demo', 'a mailbox with believable mail instead of your own')
    .option('--port <number>', 'the port to listen on (default: 8025)')
    .option('--no-open', 'do not open the browser')
    .option('--password-stdin', 'reads the password from the standard input')
    .option('--yes', 'signs in to servers that are likely to be those of the mailbox')
    .option('--allow-private', 'connects to servers at private addresses')
    .option('--client-id <id>', 'the id of your OAuth application at the provider')
    .option('--client-secret-file <file>', 'a file with its secret, or -; or set POSTHORN_CLIENT_SECRET')
    .addOption(redirectUriOption())
    .action(lazily(async () => (await import('./commands/try.ts')).runTry));
}

function addOAuthToken(program: Command): void {
  program
    .command('oauth:token')
    .description('Signs a person in at the provider of a mail server, and prints the access token')
    .argument('<entry>', 'the id of an entry in app/config/imapserver.js')
    .addOption(rootOption())
    .addOption(settingsFileOption())
    .option('--device', 'signs in with a code, in a browser of any machine')
    .option('--user <name>', 'who shall sign in, for the page of the provider')
    .option('--client-id <id>', 'the id of the application, where the entry has none')
    .option('--client-secret-file <file>', 'a file with its secret, or -; or set POSTHORN_CLIENT_SECRET')
    .addOption(redirectUriOption())
    .option('--timeout <seconds>', 'how long to wait for the person', '600')
    .action(lazily(async () => (await import('./commands/oauth-token.ts')).runOAuthToken));
}

/** Loopback needs no registration (RFC 8252 §7.3). */
function redirectUriOption(): Option {
  const option = new Option('--redirect-uri <uri>', 'where the browser comes back to, as it is registered');
  return option.default('http://127.0.0.1/');
}

function profileOption(): Option {
  const option = new Option(
    '--profile <name>',
    'behave as the mail servers of this provider do, with their lies',
  );
  return option.choices([...DEMO_PROFILES]);
}

function commandTable(program: Command): string {
  const width = Math.max(...program.commands.map((command) => command.name().length));
  return program.commands
    .map((command) => `  ${command.name().padEnd(width)}  ${command.description()}`)
    .join('\n');
}
