/** The primary process as a server: its workers serve the API, and it serves the metrics of all. */
import { listenForScrapes } from '../composition/listen-for-scrapes.ts';
import type { Settings } from '../config/settings.ts';
import { createLogger, type Logger } from '../observability/logger.ts';
import { createMetricsServer } from '../observability/metrics-server.ts';
import { createWorkers } from './workers.ts';

/** Several processes as one server. */
export interface WorkersServer {
  readonly logger: Logger;
  /** Settles when all workers listen. Rejects with the reason why one cannot; close the server then. */
  listen(): Promise<void>;
  reload(): void;
  /** Answers the requests under way, and ends the workers. */
  close(): Promise<void>;
}

/** The server of an installation with as many workers as its settings say. */
export function serveWithWorkers(settings: Settings, rootDirectory: string): WorkersServer {
  const { logLevel: level, environment } = settings;
  const logger = createLogger({ level, environment });
  const workers = createWorkers({ settings, rootDirectory, logger });
  const metricsServer = settings.metricsPort === null ? undefined : createMetricsServer(workers.metrics);
  return {
    logger,
    reload: workers.reload,
    async listen() {
      await listenForScrapes(metricsServer, { settings, logger });
      await workers.start();
      logger.info({ workers: settings.workers }, 'all worker processes serve');
    },
    async close() {
      await workers.close();
      await metricsServer?.close();
    },
  };
}
