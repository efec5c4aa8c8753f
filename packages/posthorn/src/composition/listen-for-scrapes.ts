import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import type { MetricsServer } from '../observability/metrics-server.ts';
import { toCannotListenError } from './cannot-listen-error.ts';

/** Serves configured metrics. Rejects with CannotListenError. */
export async function listenForScrapes(
  metricsServer: MetricsServer | undefined,
  { settings, logger }: { readonly settings: Settings; readonly logger: Logger },
): Promise<void> {
  if (metricsServer === undefined || settings.metricsPort === null) return;
  const wanted = { host: settings.metricsHost, port: settings.metricsPort };
  const { host } = wanted;
  const port = await metricsServer.listen(wanted).catch((error: unknown) => {
    throw toCannotListenError(error, { ...wanted, hostKey: 'METRICS_HOST', portKey: 'METRICS_PORT' });
  });
  logger.info({ host, port }, 'metrics are served');
}
