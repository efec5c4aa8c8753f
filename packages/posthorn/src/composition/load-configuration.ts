/** Reads the configuration of an installation from its root directory. */
import { readCertificateAuthorities } from '../config/certificate-authorities.ts';
import { checkCorsReach } from '../config/check-cors-reach.ts';
import { ConfigurationError } from '../config/configuration-error.ts';
import { loadCorsOptions } from '../config/load-cors-options.ts';
import { type Environment, loadSettings } from '../config/load-settings.ts';
import { loadMailServerEntries } from '../config/mail-server-entries.ts';
import type { Settings } from '../config/settings.ts';
import type { ReloadableConfiguration } from './live-configuration.ts';
import type { Configuration } from './services.ts';

/** Where the configuration of an installation is. */
export interface ConfigurationSources {
  /** The installation root: `.env` and `app/config` are in it. */
  readonly rootDirectory: string;
  /** The file to read in place of `.env`. */
  readonly settingsFile?: string | undefined;
  /** Variables that win over `.env`. */
  readonly environment: Environment;
}

/** The whole configuration, checked. Throws ConfigurationError with all problems of the first file that has any. */
export async function loadConfiguration(sources: ConfigurationSources): Promise<Configuration> {
  const settings = loadSettings(sources);
  const { rootDirectory } = sources;
  const reloadable = await loadReloadable({ rootDirectory, settings, revision: 0 });
  return { settings, ...reloadable, extraRoots: await readCertificateAuthorities(settings.caFile) };
}

/** Where the part of the configuration is that a running server reads again. */
export interface ReloadableSources {
  readonly rootDirectory: string;
  /** Those that the process was started with. */
  readonly settings: Settings;
  /** A number that was not used before, so that modules are loaded again. */
  readonly revision: number;
}

/** The files of `app/config`, checked. Throws ConfigurationError like `loadConfiguration`. */
export async function loadReloadable(sources: ReloadableSources): Promise<ReloadableConfiguration> {
  const { rootDirectory, settings, revision } = sources;
  const { authProvider } = settings;
  const mailServers = await loadMailServerEntries({ rootDirectory, authProvider, revision });
  const cors = await loadCorsOptions(rootDirectory, revision);
  const problems = cors === undefined ? [] : checkCorsReach(cors, settings);
  if (problems.length > 0) throw new ConfigurationError(problems);
  return { mailServers, ...(cors && { cors }) };
}
