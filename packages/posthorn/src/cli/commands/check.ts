import { resolve } from 'node:path';
import { createPosthorn } from '../../composition/create-posthorn.ts';
import { loadBindings } from '../../composition/load-bindings.ts';
import { loadConfiguration } from '../../composition/load-configuration.ts';
import type { Configuration } from '../../composition/services.ts';
import { openStoreTools } from '../../composition/store-tools.ts';
import { warnOfContradictions } from '../../config/contradictions.ts';
import { describeOrigins, warnOfCors } from '../../config/cors-warnings.ts';
import { warnOfDebug } from '../../config/debug-warning.ts';
import { warnOfSettings } from '../../config/load-settings.ts';
import { warnOfMultilinePatterns } from '../../config/multiline-patterns.ts';
import { requireInstallation } from '../../config/require-installation.ts';
import { EXIT_CODES } from '../command-error.ts';
import { describeDatabase } from '../database-report.ts';
import { print, warn } from '../installation.ts';
import { processEnvironment } from '../process-environment.ts';
import type { RootFlags } from '../root-option.ts';
import { findSettingsFile } from '../settings-file.ts';

/** `posthorn check`: prepares like `serve`, without a port or mail server. Rejects like `serve`. */
export async function runCheck(flags: RootFlags): Promise<void> {
  const rootDirectory = resolve(flags.root);
  const settingsFile = await findSettingsFile(rootDirectory, flags.settingsFile);
  const sources = { rootDirectory, settingsFile, environment: processEnvironment() };
  await requireInstallation(sources);
  const configuration = await loadConfiguration(sources);
  const { settings, cors, mailServers } = configuration;
  const bindings = await loadBindings({ rootDirectory, configuration });
  // Else the audit log is created here, with the wrong owner.
  const silent = { ...configuration, settings: { ...settings, logLevel: 'silent' as const, auditLog: null } };
  await createPosthorn(silent, bindings).close();

  for (const warning of [
    ...warnOfSettings(sources),
    ...warnOfDebug(settings),
    ...warnOfContradictions(settings),
    ...warnOfMultilinePatterns(mailServers),
    ...(cors === undefined ? [] : warnOfCors(cors, settings.environment)),
  ]) {
    warn(warning);
  }
  print(`The configuration of ${rootDirectory} can be used:`);
  for (const line of describeConfiguration(configuration, Object.keys(bindings))) print(`  ${line}`);
  for (const line of await describeStore(configuration)) print(`  ${line}`);
}

function describeConfiguration(
  { settings, mailServers, cors }: Configuration,
  replaced: readonly string[],
): readonly string[] {
  const { host, port, metricsHost, metricsPort, appUrl, authProvider, environment } = settings;
  const patterns = [...(cors?.paths.everywhere ?? []), ...[...(cors?.paths.byHost.values() ?? [])].flat()];
  return [
    `HOST and PORT: ${host}, ${port}`,
    `METRICS_HOST and METRICS_PORT: ${metricsPort === null ? 'no metrics' : `${metricsHost}, ${metricsPort}`}`,
    `APP_URL: ${appUrl}`,
    `APP_ENV: ${environment}`,
    `AUTH_PROVIDER: ${authProvider}`,
    ...describeClientAddress(settings),
    `mail servers: ${mailServers.map(({ id }) => id).join(', ') || 'none'}`,
    `CORS: ${cors === undefined || patterns.length === 0 ? 'off' : `${describeOrigins(cors)} may use ${patterns.join(', ')}`}`,
    `replaced services: ${replaced.join(', ') || 'none'}`,
  ];
}

/** The operator's Dovecot counts failures by address. Clients' servers never get addresses. */
function describeClientAddress({ authProvider, isClientTold }: Configuration['settings']): readonly string[] {
  if (authProvider !== 'single-imap-user') return [];
  const advice =
    'A Dovecot that trusts this machine should get them: else it delays all users while one client guesses';
  return [`APP_TELL_CLIENT_ADDRESS: ${isClientTold ? 'true' : `false. ${advice}`}`];
}

/** Exit code 1 for an unusable database. */
async function describeStore(configuration: Configuration): Promise<readonly string[]> {
  const report = await (await openStoreTools(configuration))?.examine();
  if (report === undefined) return ['APP_DATABASE_URL: nothing is stored'];
  if (report.problems.length > 0) process.exitCode = EXIT_CODES.failure;
  const [first, ...others] = describeDatabase(report);
  return [`APP_DATABASE_URL: ${first}`, ...others];
}
