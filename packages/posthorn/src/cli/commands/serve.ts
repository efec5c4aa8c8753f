import { resolve } from 'node:path';
import { createPosthorn } from '../../composition/create-posthorn.ts';
import { optimiseEarly } from '../../composition/early-optimisation.ts';
import { loadBindings } from '../../composition/load-bindings.ts';
import { loadConfiguration, loadReloadable } from '../../composition/load-configuration.ts';
import { closeOnFailure, openStore } from '../../composition/open-store.ts';
import type { Configuration } from '../../composition/services.ts';
import { warmUp } from '../../composition/warm-up.ts';
import { warnOfContradictions } from '../../config/contradictions.ts';
import { warnOfDebug } from '../../config/debug-warning.ts';
import { type SettingSources, warnOfSettings } from '../../config/load-settings.ts';
import { requireInstallation } from '../../config/require-installation.ts';
import type { Settings } from '../../config/settings.ts';
import { exitAfterLog, type Logger } from '../../observability/logger.ts';
import { serveWithWorkers } from '../../processes/serve-with-workers.ts';
import { processEnvironment } from '../process-environment.ts';
import type { RootFlags } from '../root-option.ts';
import { stopOnSignal } from '../stop-on-signal.ts';

/** Flags of `serve`. */
export interface ServeFlags extends RootFlags {
  /** Overrides `APP_WORKERS`. */
  readonly workers?: string;
}

interface Server {
  readonly logger: Logger;
  listen(): Promise<unknown>;
  reload(): void;
  close(): Promise<void>;
}

/** The primary process awaits its workers. */
const WORKERS_SLACK_MS = 2_000;

/** Serves until a signal. Rejects with ConfigurationError or CannotListenError. */
export async function runServe({ root, settingsFile, workers }: ServeFlags): Promise<void> {
  const rootDirectory = resolve(root);
  const environment = { ...processEnvironment(), ...(workers !== undefined && { APP_WORKERS: workers }) };
  const sources = { rootDirectory, settingsFile, environment };
  await requireInstallation(sources);
  const configuration = await loadConfiguration(sources);
  const isAlone = configuration.settings.workers === 1;
  const server = isAlone
    ? await createServer(configuration, rootDirectory)
    : await createWorkersServer(configuration, rootDirectory);
  stopGracefully(server, configuration.settings, isAlone ? 0 : WORKERS_SLACK_MS);
  process.on('SIGHUP', () => server.reload());
  warn(server.logger, sources, configuration.settings);
  try {
    await server.listen();
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function createWorkersServer(configuration: Configuration, rootDirectory: string): Promise<Server> {
  const store = await openStore(configuration, { isServer: true });
  return closeOnFailure(store, async () =>
    serveWithWorkers(configuration.settings, { rootDirectory, store }),
  );
}

async function createServer(configuration: Configuration, rootDirectory: string): Promise<Server> {
  const bindings = await loadBindings({ rootDirectory, configuration });
  const store = await openStore(configuration, { isServer: true });
  const posthorn = await closeOnFailure(store, async () =>
    createPosthorn(configuration, bindings, { store }),
  );
  const { settings } = configuration;
  const { logger } = posthorn.services;
  return {
    logger,
    async listen() {
      const startedAt = performance.now();
      const warmedUp = await warmUp(configuration);
      logger.debug({ warmedUp, durationMs: Math.round(performance.now() - startedAt) }, 'warmed up');
      await posthorn.listen();
      optimiseEarly();
    },
    close: posthorn.close,
    reload: () => void posthorn.reload((revision) => loadReloadable({ rootDirectory, settings, revision })),
  };
}

function stopGracefully({ logger, close }: Server, settings: Settings, slackMs: number): void {
  const { stopDelaySeconds, stopTimeoutSeconds } = settings;
  stopOnSignal({
    close,
    timeoutMs: (stopDelaySeconds + stopTimeoutSeconds) * 1000 + slackMs,
    log: {
      stopping: (signal) => logger.info({ signal, delaySeconds: stopDelaySeconds }, 'stopping'),
      stopped: (durationMs, reason) => {
        if (reason === undefined) logger.info({ durationMs }, 'stopped');
        else logger.error({ durationMs, reason }, 'stopped before everything had ended');
      },
      exit: (code) => exitAfterLog(logger, code),
    },
  });
}

function warn(logger: Logger, sources: SettingSources, settings: Settings): void {
  for (const warning of [
    ...warnOfSettings(sources),
    ...warnOfDebug(settings),
    ...warnOfContradictions(settings),
  ]) {
    logger.warn(warning);
    process.stderr.write(`posthorn: ${warning}\n`);
  }
}
