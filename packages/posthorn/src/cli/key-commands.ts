import type { Command } from 'commander';
import { lazily } from './lazily.ts';
import { withStoreOptions } from './root-option.ts';

/** Adds API key commands. */
export function addKeyCommands(program: Command): void {
  withStoreOptions(program.command('keys:create'))
    .description('Makes an API key, and prints it once; works before the first start and beside a server')
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption('--scopes <scopes>', 'such as mail.read,mail.write (docs/api-keys.md)')
    .option('--accounts <ids>', 'the only accounts that it opens, by id (default: all)')
    .option(
      '--networks <networks>',
      'addresses and networks of its clients, such as 10.0.0.0/8 (default: all)',
    )
    .option('--expires <time>', 'its end: days such as 30d, or a date (default: none)')
    .action(lazily(async () => (await import('./commands/keys.ts')).runKeysCreate));
  withStoreOptions(program.command('keys:list'))
    .description('Lists the API keys, without their secrets')
    .action(lazily(async () => (await import('./commands/keys.ts')).runKeysList));
  withStoreOptions(program.command('keys:revoke'))
    .description('Revokes an API key; servers refuse it within 5 seconds')
    .argument('<id>', 'the id of the key: its part after ph_')
    .action(lazily(async () => (await import('./commands/keys.ts')).runKeysRevoke));
}
