/** The table of commands; `posthorn list` prints it. */
import { type Command, Option } from 'commander';
import { DEMO_PROFILES } from '../demo/start-demo.ts';
import { runCheck } from './commands/check.ts';
import { runDemo } from './commands/demo.ts';
import { runDoctor } from './commands/doctor.ts';
import { runImport } from './commands/import.ts';
import { runServe } from './commands/serve.ts';
import { addInstallationCommands } from './installation-commands.ts';
import { rootOption, settingsFileOption } from './root-option.ts';

/** Adds every command to the program. */
export function addCommands(program: Command): void {
  program
    .command('list')
    .description('Lists the commands')
    .action(() => {
      process.stdout.write(`${commandTable(program)}\n`);
    });
  addInstallationCommands(program);
  program
    .command('doctor')
    .description('Says what keeps a mail account from working, and what to change')
    .argument('<account>', 'the id of an entry in app/config/imapserver.js, or an e-mail address')
    .addOption(rootOption())
    .addOption(settingsFileOption())
    .option('--user <name>', 'who signs in, if that is not the address')
    .option('--password-file <file>', 'a file with the password; or set POSTHORN_PASSWORD')
    .option('--json', 'prints one JSON document')
    .action(runDoctor);
  program
    .command('serve')
    .description('Serves the API as .env and app/config say')
    .addOption(rootOption())
    .addOption(settingsFileOption())
    .action(runServe);
  program
    .command('check')
    .description('Says whether .env and app/config can be used, and serves nothing')
    .addOption(rootOption())
    .addOption(settingsFileOption())
    .action(runCheck);
  program
    .command('demo')
    .description('Serves the API with an in-memory mail server and believable mail; nothing to set up')
    .option('--port <number>', 'the port to listen on (default: the variable PORT, or 8025)')
    .addOption(profileOption())
    .option('--no-new-mail', 'do not let a new mail arrive every 20 seconds')
    .action(runDemo);
  program
    .command('import')
    .argument('<directory>', 'the installation of lumen-app-email')
    .description('Takes over the configuration of a lumen-app-email installation')
    .addOption(rootOption())
    .option('--dry-run', 'check and report, write nothing')
    .option('--overwrite', 'replace configuration files that exist')
    .action(runImport);
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
