/** `posthorn serve`: runs the server until a signal stops it. */
import { resolve } from 'node:path';
import { createPosthorn } from '../../composition/create-posthorn.ts';
import { loadBindings } from '../../composition/load-bindings.ts';
import { loadConfiguration, loadReloadable } from '../../composition/load-configuration.ts';
import { warmUp } from '../../composition/warm-up.ts';
import { warnOfDebug } from '../../config/debug-warning.ts';
import { warnOfSettings } from '../../config/load-settings.ts';
import { requireInstallation } from '../../config/require-installation.ts';
import { processEnvironment } from '../process-environment.ts';
import type { RootFlags } from '../root-option.ts';
import { keepHeapSmall } from '../small-heap.ts';
import { stopOnSignal } from '../stop-on-signal.ts';

/** Serves the installation in `root`. Rejects with ConfigurationError or CannotListenError when it cannot. */
export async function runServe({ root, settingsFile }: RootFlags): Promise<void> {
  keepHeapSmall();
  const rootDirectory = resolve(root);
  const sources = { rootDirectory, settingsFile, environment: processEnvironment() };
  await requireInstallation(sources);
  const configuration = await loadConfiguration(sources);
  const { settings } = configuration;
  const posthorn = createPosthorn(configuration, await loadBindings({ rootDirectory, configuration }));
  const { logger } = posthorn.services;
  stopOnSignal({
    close: posthorn.close,
    timeoutMs: (settings.stopDelaySeconds + settings.stopTimeoutSeconds) * 1000,
    log: {
      stopping: (signal) => logger.info({ signal, delaySeconds: settings.stopDelaySeconds }, 'stopping'),
      stopped: (durationMs, reason) => {
        if (reason === undefined) logger.info({ durationMs }, 'stopped');
        else logger.error({ durationMs, reason }, 'stopped before everything had ended');
      },
    },
  });
  process.on('SIGHUP', () => {
    void posthorn.reload((revision) => loadReloadable({ rootDirectory, settings, revision }));
  });
  for (const warning of [...warnOfSettings(sources), ...warnOfDebug(settings)]) {
    logger.warn(warning);
    process.stderr.write(`posthorn: ${warning}\n`);
  }
  const startedAt = performance.now();
  const warmedUp = await warmUp(configuration);
  logger.debug({ warmedUp, durationMs: Math.round(performance.now() - startedAt) }, 'warmed up');
  try {
    await posthorn.listen();
  } catch (error) {
    await posthorn.close();
    throw error;
  }
}
