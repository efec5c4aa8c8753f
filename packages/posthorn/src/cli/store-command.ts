import { type AccountTools, openAccountTools } from '../composition/account-tools.ts';
import { loadConfiguration } from '../composition/load-configuration.ts';
import type { Configuration } from '../composition/services.ts';
import { openStoreTools, type StoreTools } from '../composition/store-tools.ts';
import { MailError } from '../domain/errors/mail-error.ts';
import { CommandError, EXIT_CODES, usageError } from './command-error.ts';
import { print, requireDirectory } from './installation.ts';
import { printable } from './printable.ts';
import { processEnvironment } from './process-environment.ts';
import type { RootFlags } from './root-option.ts';
import { findSettingsFile } from './settings-file.ts';

/** Database command flags. */
export interface StoreFlags extends RootFlags {
  readonly json?: boolean;
}

/** Database tools. Rejects with CommandError without a database. */
export async function requireStoreTools(flags: StoreFlags): Promise<StoreTools> {
  return requireStore(await openStoreTools(await configurationOf(flags)));
}

/** Runs `work` with connected accounts. Rejects with CommandError without a database. */
export async function withAccountTools(
  flags: StoreFlags,
  work: (tools: AccountTools) => Promise<void>,
): Promise<void> {
  const tools = requireStore(await openAccountTools(await configurationOf(flags)));
  try {
    await work(tools);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw new CommandError(printable(error.details.detail), EXIT_CODES.failure);
  } finally {
    await tools.close();
  }
}

/** Prints one JSON document, or lines. */
export function printResult(
  { json }: StoreFlags,
  { document, lines }: { readonly document: object; readonly lines: readonly string[] },
): void {
  if (json === true) print(JSON.stringify(document, undefined, 2));
  else for (const line of lines) print(line);
}

async function configurationOf(flags: StoreFlags): Promise<Configuration> {
  const rootDirectory = await requireDirectory(flags.root);
  return loadConfiguration({
    rootDirectory,
    settingsFile: await findSettingsFile(rootDirectory, flags.settingsFile),
    environment: processEnvironment(),
  });
}

function requireStore<Tools>(tools: Tools | null): Tools {
  if (tools !== null) return tools;
  throw usageError('This installation has no database: APP_DATABASE_URL is not set.');
}
