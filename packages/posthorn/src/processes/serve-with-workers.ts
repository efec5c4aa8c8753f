import type { OpenStore } from '../adapters/database/open-store.ts';
import type { NodeView } from '../application/ownership/node-view.ts';
import { listenForScrapes } from '../composition/listen-for-scrapes.ts';
import { openNode } from '../composition/open-ownership.ts';
import { loadSecretsKeys } from '../config/secrets-keys.ts';
import type { Settings } from '../config/settings.ts';
import { createLogger, type Logger } from '../observability/logger.ts';
import { createMetricsServer } from '../observability/metrics-server.ts';
import { createWorkers } from './workers.ts';

/** Several processes as one server. */
export interface WorkersServer {
  readonly logger: Logger;
  /** Resolves when all listen. Rejects with a worker's reason; then close the server. */
  listen(): Promise<void>;
  reload(): void;
  close(): Promise<void>;
}

/** Configuration and store. */
export interface WorkersInstallation {
  readonly rootDirectory: string;
  /** Closed with the server. */
  readonly store: OpenStore | null;
}

/** Workers serve the API, the primary process serves metrics. */
export function serveWithWorkers(
  settings: Settings,
  { rootDirectory, store }: WorkersInstallation,
): WorkersServer {
  const { logLevel: level, environment } = settings;
  const logger = createLogger({ level, environment });
  const workers = createWorkers({
    settings,
    rootDirectory,
    logger,
    kept: store?.state ?? null,
    onMissed: () => node?.hurry(),
  });
  const onView = (view: NodeView | null): void => workers.show(view);
  const node = store?.nodes ? openNode({ nodes: store.nodes, settings, logger, onView }) : null;
  const metricsServer =
    settings.metricsPort === null
      ? undefined
      : createMetricsServer({
          contentType: workers.metrics.contentType,
          render: async () => workers.metrics.render(node && (await node.measure())),
        });
  return {
    logger,
    reload() {
      workers.reload();
      if (store !== null) void reloadKeys(store, settings, logger);
    },
    async listen() {
      await listenForScrapes(metricsServer, { settings, logger });
      await workers.start();
      await node?.start();
      logger.info({ workers: settings.workers }, 'all worker processes serve');
    },
    async close() {
      await node?.retire();
      await workers.close();
      await node?.close();
      await store?.close();
      await metricsServer?.close();
    },
  };
}

async function reloadKeys(store: OpenStore, settings: Settings, logger: Logger): Promise<void> {
  try {
    const keys = await loadSecretsKeys(settings);
    if (keys !== null) await store.useKeys(keys);
  } catch (err) {
    logger.error({ err }, 'secrets keys not reloaded, the old ones stay in force');
  }
}
