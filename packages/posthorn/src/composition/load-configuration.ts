import { readCertificateAuthorities } from '../config/certificate-authorities.ts';
import { checkCorsReach } from '../config/check-cors-reach.ts';
import { ConfigurationError, type ConfigurationProblem } from '../config/configuration-error.ts';
import { loadCorsOptions } from '../config/load-cors-options.ts';
import { loadOAuthOptions } from '../config/load-oauth-options.ts';
import { type Environment, loadSettings, readSettings } from '../config/load-settings.ts';
import { loadMailServerEntries } from '../config/mail-server-entries.ts';
import { loadSecretsKeys, type SecretsKeysSettings } from '../config/secrets-keys.ts';
import type { Settings } from '../config/settings.ts';
import type { ReloadableConfiguration } from './live-configuration.ts';
import type { Configuration } from './services.ts';

/** A configuration's location. */
export interface ConfigurationSources {
  /** Contains `.env` and `app/config`. */
  readonly rootDirectory: string;
  /** Replaces `.env`. */
  readonly settingsFile?: string | undefined;
  /** Overrides `.env`. */
  readonly environment: Environment;
}

/** Loads and checks the configuration. Throws one ConfigurationError for all files. */
export async function loadConfiguration(sources: ConfigurationSources): Promise<Configuration> {
  const problems: ConfigurationProblem[] = [];
  const settings = await collect(problems, async () => loadSettings(sources));
  const { rootDirectory } = sources;
  const reloadable = await collect(problems, () =>
    loadReloadable({ rootDirectory, settings: settings ?? UNKNOWN_SETTINGS, revision: 0 }),
  );
  const extraRoots = await collect(problems, () => readCertificateAuthorities(settings?.caFile ?? null));
  if (settings === undefined || !reloadable || !extraRoots) throw new ConfigurationError(problems);
  return { settings, ...reloadable, extraRoots };
}

/** The least strict, for checks beside invalid settings. */
const UNKNOWN_SETTINGS = readSettings({});

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

/** Sources of the reloadable part. */
export interface ReloadableSources {
  readonly rootDirectory: string;
  readonly settings: Pick<Settings, 'authProvider' | 'emailPath' | 'authPath'> & SecretsKeysSettings;
  /** New numbers load modules again. */
  readonly revision: number;
}

/** Loads and checks `app/config`. Throws like `loadConfiguration`. */
export async function loadReloadable(sources: ReloadableSources): Promise<ReloadableConfiguration> {
  const { rootDirectory, settings, revision } = sources;
  const { authProvider } = settings;
  const problems: ConfigurationProblem[] = [];
  const mailServers = await collect(problems, () =>
    loadMailServerEntries({ rootDirectory, authProvider, revision }),
  );
  const cors = await collect(problems, () => loadCorsOptions(rootDirectory, revision));
  const oauth = await collect(problems, () => loadOAuthOptions(rootDirectory, revision));
  const secretsKeys = await collect(problems, () => loadSecretsKeys(settings));
  if (cors !== undefined) problems.push(...checkCorsReach(cors, settings));
  if (mailServers === undefined || problems.length > 0) throw new ConfigurationError(problems);
  return { mailServers, secretsKeys: secretsKeys ?? null, ...(cors && { cors }), ...(oauth && { oauth }) };
}
