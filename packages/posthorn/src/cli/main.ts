import { Command } from 'commander';
import { keepHeapSmall } from '../composition/small-heap.ts';
import { ConfigurationError } from '../config/configuration-error.ts';
import { PROGRAM_VERSION } from '../config/program-version.ts';
import { CommandError, EXIT_CODES } from './command-error.ts';
import { addCommands } from './commands.ts';

/** Runs a command. Prints errors without a stack; sets the exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  // Commands load their modules later.
  keepHeapSmall();
  const program = new Command('posthorn')
    .version(PROGRAM_VERSION, '--version', 'prints the version')
    .description('Any IMAP/SMTP mailbox as a fast, safe JSON:API.')
    .showHelpAfterError()
    .exitOverride((error) => {
      process.exitCode = error.exitCode === 0 ? 0 : EXIT_CODES.usage;
      throw error;
    });
  addCommands(program);
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  // commander has printed its error.
  if (error instanceof Error && 'exitCode' in error) return;
  process.exitCode = exitCodeOf(error);
  process.stderr.write(`posthorn: ${error instanceof Error ? error.message : String(error)}\n`);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitStatus;
  return error instanceof ConfigurationError ? EXIT_CODES.usage : EXIT_CODES.failure;
}
