/** Reads the configuration of an installation from its root directory. */
import { readCertificateAuthorities } from '../config/certificate-authorities.ts';
import { checkCorsReach } from '../config/check-cors-reach.ts';
import { ConfigurationError, type ConfigurationProblem } from '../config/configuration-error.ts';
import { loadCorsOptions } from '../config/load-cors-options.ts';
import { type Environment, loadSettings, readSettings } from '../config/load-settings.ts';
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

/** The whole configuration, checked. Throws one ConfigurationError with the problems of all files. */
export async function loadConfiguration(sources: ConfigurationSources): Promise<Configuration> {
  const problems: ConfigurationProblem[] = [];
  const settings = await collect(problems, async () => loadSettings(sources));
  const { rootDirectory } = sources;
  const reloadable = await collect(problems, () =>
    loadReloadable({ rootDirectory, settings: settings ?? UNKNOWN_SETTINGS, revision: 0 }),
  );
  const extraRoots = await collect(problems, () => readCertificateAuthorities(settings?.caFile ?? null));
  if (!settings || !reloadable || !extraRoots) throw new ConfigurationError(problems);
  return { settings, ...reloadable, extraRoots };
}

/** What the files of `app/config` are read with while the settings are invalid: nothing that demands more of them. */
const UNKNOWN_SETTINGS = readSettings({});

/** The result, or undefined after its problems were added to the others. */
async function collect<Result>(
  problems: ConfigurationProblem[],
  load: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

/** Where the part of the configuration is that a running server reads again. */
export interface ReloadableSources {
  readonly rootDirectory: string;
  /** Those that the process was started with. */
  readonly settings: Pick<Settings, 'authProvider' | 'emailPath' | 'authPath'>;
  /** A number that was not used before, so that modules are loaded again. */
  readonly revision: number;
}

/** The files of `app/config`, checked. Throws ConfigurationError like `loadConfiguration`. */
export async function loadReloadable(sources: ReloadableSources): Promise<ReloadableConfiguration> {
  const { rootDirectory, settings, revision } = sources;
  const { authProvider } = settings;
  const problems: ConfigurationProblem[] = [];
  const mailServers = await collect(problems, () =>
    loadMailServerEntries({ rootDirectory, authProvider, revision }),
  );
  const cors = await collect(problems, () => loadCorsOptions(rootDirectory, revision));
  if (cors !== undefined) problems.push(...checkCorsReach(cors, settings));
  if (mailServers === undefined || problems.length > 0) throw new ConfigurationError(problems);
  return { mailServers, ...(cors && { cors }) };
}
