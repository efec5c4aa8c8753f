/** Reads the configuration of an installation from its root directory. */
import { readFile } from 'node:fs/promises';
import { ConfigurationError } from '../config/configuration-error.ts';
import { loadCorsOptions } from '../config/load-cors-options.ts';
import { type Environment, loadSettings } from '../config/load-settings.ts';
import { loadMailServerEntries } from '../config/mail-server-entries.ts';
import type { Configuration } from './services.ts';

export interface ConfigurationSources {
  /** The installation root: `.env` and `app/config` are in it. */
  readonly rootDirectory: string;
  /** Variables that win over `.env`. */
  readonly environment: Environment;
}

/** The whole configuration, checked. Throws ConfigurationError with all problems of the first file that has any. */
export async function loadConfiguration(sources: ConfigurationSources): Promise<Configuration> {
  const settings = loadSettings(sources);
  const mailServers = await loadMailServerEntries({
    rootDirectory: sources.rootDirectory,
    authProvider: settings.authProvider,
  });
  const cors = await loadCorsOptions(sources.rootDirectory);
  return { settings, mailServers, extraRoots: await readExtraRoots(settings.caFile), ...(cors && { cors }) };
}

async function readExtraRoots(caFile: string | null): Promise<readonly string[]> {
  if (caFile === null) return [];
  try {
    return [await readFile(caFile, 'utf8')];
  } catch (error) {
    const got = `"${caFile}" (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`;
    throw new ConfigurationError([{ key: 'APP_CA_FILE', expected: 'a readable PEM file', got }]);
  }
}
