/** The table of commands; `posthorn list` prints it. */
import { type Command, Option } from 'commander';
import { runDemo } from './commands/demo.ts';
import { runImport } from './commands/import.ts';
import { runServe } from './commands/serve.ts';

/** Adds every command to the program. */
export function addCommands(program: Command): void {
  program
    .command('list')
    .description('Lists the commands')
    .action(() => {
      process.stdout.write(`${commandTable(program)}\n`);
    });
  program
    .command('serve')
    .description('Serves the API as .env and app/config say')
    .addOption(
      new Option('--root <directory>', 'the installation directory').default('.', 'the current directory'),
    )
    .action(runServe);
  program
    .command('demo')
    .description('Serves the API with an in-memory mail server and believable mail; nothing to set up')
    .option('--port <number>', 'the port to listen on', '8025')
    .action(runDemo);
  program
    .command('import')
    .argument('<directory>', 'the installation of lumen-app-email')
    .description('Takes over the configuration of a lumen-app-email installation')
    .addOption(
      new Option('--root <directory>', 'the installation to write to').default('.', 'the current directory'),
    )
    .option('--dry-run', 'check and report, write nothing')
    .option('--overwrite', 'replace configuration files that exist')
    .action(runImport);
}

function commandTable(program: Command): string {
  const width = Math.max(...program.commands.map((command) => command.name().length));
  return program.commands
    .map((command) => `  ${command.name().padEnd(width)}  ${command.description()}`)
    .join('\n');
}
