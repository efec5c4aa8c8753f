import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstallation } from './create-installation.ts';
import { CreationError } from './creation-error.ts';
import { DEFAULT_DIRECTORY, readArguments } from './read-arguments.ts';
import { runProgram } from './run-program.ts';

const HELP = `Usage: npm create posthorn [directory] -- [flags]

Makes an installation of Posthorn in the directory (${DEFAULT_DIRECTORY}), installs the program with npm, and asks through its settings.

  --force        use a directory that is not empty; settings stay, and without further flags nothing is asked
  --no-install   make only the files; install and set up later
  --from DIR     take the packages from the tarballs in DIR (npm pack) and not from the registry
  --version      print the version, which is that of the Posthorn to be installed
  --help         print this

All other flags go to "posthorn install": --yes takes the default of every question, --url, --email-path, --auth-provider,
--auth-path, --env, --debug, --no-debug, --host, --port, --overwrite and --no-overwrite answer one each.
`;

/** Prints errors without a stack; sets the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const version = ownVersion();
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  if (args.includes('--help') || args.includes('-h')) return print(HELP);
  if (args.includes('--version')) return print(version);
  try {
    await createInstallation(readArguments(args), { version, print, run: runProgram });
  } catch (error) {
    if (!(error instanceof CreationError)) throw error;
    process.exitCode = error.exitCode;
    process.stderr.write(`create-posthorn: ${error.message}\n`);
  }
}

/** Both packages share a version. */
function ownVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  const { version }: { readonly version: string } = JSON.parse(text);
  return version;
}
