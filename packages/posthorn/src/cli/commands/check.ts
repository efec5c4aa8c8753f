/** `posthorn check`: tries a configuration without serving it. */
import { resolve } from 'node:path';
import { createPosthorn } from '../../composition/create-posthorn.ts';
import { loadBindings } from '../../composition/load-bindings.ts';
import { loadConfiguration } from '../../composition/load-configuration.ts';
import type { Configuration } from '../../composition/services.ts';
import { warnOfContradictions } from '../../config/contradictions.ts';
import { describeOrigins, warnOfCors } from '../../config/cors-warnings.ts';
import { warnOfDebug } from '../../config/debug-warning.ts';
import { warnOfSettings } from '../../config/load-settings.ts';
import { requireInstallation } from '../../config/require-installation.ts';
import { print, warn } from '../installation.ts';
import { processEnvironment } from '../process-environment.ts';
import type { RootFlags } from '../root-option.ts';
import { findSettingsFile } from '../settings-file.ts';

/**
 * Does all that `serve` does before it listens, and reports what it would serve; no port is opened and no mail server asked. Rejects
 * like `serve`, with everything that is wrong.
 */
export async function runCheck(flags: RootFlags): Promise<void> {
  const rootDirectory = resolve(flags.root);
  const settingsFile = await findSettingsFile(rootDirectory, flags.settingsFile);
  const sources = { rootDirectory, settingsFile, environment: processEnvironment() };
  await requireInstallation(sources);
  const configuration = await loadConfiguration(sources);
  const { settings, cors } = configuration;
  const bindings = await loadBindings({ rootDirectory, configuration });
  // The audit log would be created here, with the wrong owner.
  const silent = { ...configuration, settings: { ...settings, logLevel: 'silent' as const, auditLog: null } };
  await createPosthorn(silent, bindings).close();

  for (const warning of [
    ...warnOfSettings(sources),
    ...warnOfDebug(settings),
    ...warnOfContradictions(settings),
    ...(cors === undefined ? [] : warnOfCors(cors, settings.environment)),
  ]) {
    warn(warning);
  }
  print(`The configuration of ${rootDirectory} can be used:`);
  for (const line of describeConfiguration(configuration, Object.keys(bindings))) print(`  ${line}`);
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
    `mail servers: ${mailServers.map(({ id }) => id).join(', ') || 'none'}`,
    `CORS: ${cors === undefined || patterns.length === 0 ? 'off' : `${describeOrigins(cors)} may use ${patterns.join(', ')}`}`,
    `replaced services: ${replaced.join(', ') || 'none'}`,
  ];
}
