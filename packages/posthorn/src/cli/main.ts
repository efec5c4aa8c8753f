/** The command line: `posthorn list|serve|demo`. */
import { Command } from 'commander';
import { ConfigurationError } from '../config/configuration-error.ts';
import { addCommands } from './commands.ts';

/** Exit codes: a command failed, or it was called wrongly or is configured wrongly. */
const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;

/** Runs the command that the arguments name. Errors are printed as text, without a stack, and set the exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const program = new Command('posthorn')
    .description('Any IMAP/SMTP mailbox as a fast, safe JSON:API.')
    .showHelpAfterError()
    .exitOverride((error) => {
      process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE;
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
  // commander has printed its own errors and set the code.
  if (error instanceof Error && 'exitCode' in error) return;
  process.exitCode = error instanceof ConfigurationError ? EXIT_USAGE : EXIT_FAILURE;
  process.stderr.write(`posthorn: ${error instanceof Error ? error.message : String(error)}\n`);
}
