/** The composition root: configuration in, a server that can listen out. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { secureContextFor } from 'posthorn-imap/tls';
import { decodeConnectionData } from '../adapters/auth/connection-data.ts';
import { ConfigurationError } from '../config/configuration-error.ts';
import { DEFAULT_CORS_OPTIONS } from '../config/cors-options.ts';
import { warnOfCors } from '../config/cors-warnings.ts';
import { PROGRAM_VERSION } from '../config/program-version.ts';
import { type Settings, settingRows } from '../config/settings.ts';
import { type CorsPolicy, createCorsPolicy } from '../http/cors/cors-policy.ts';
import type { Peers } from '../http/peers/peers.ts';
import { createHttpServer } from '../http/server/create-http-server.ts';
import type { StartPage } from '../http/server/http-options.ts';
import { type AuditFile, openAuditFile } from '../observability/audit-file.ts';
import { createMetricsServer, type MetricsServer } from '../observability/metrics-server.ts';
import { toCannotListenError } from './cannot-listen-error.ts';
import { createServices } from './create-services.ts';
import { defaultBindings } from './default-bindings.ts';
import { installationKey } from './installation-key.ts';
import { listenForScrapes } from './listen-for-scrapes.ts';
import { LiveConfiguration } from './live-configuration.ts';
import { processShare } from './process-share.ts';
import { createReload, type Reload } from './reload.ts';
import type { Configuration, Overrides, Services } from './services.ts';

/** A server with its services, ready to listen. Close it when it is no longer needed. */
export interface Posthorn {
  readonly services: Services;
  readonly server: FastifyInstance;
  /**
   * Listens as configured and returns the address, such as `http://127.0.0.1:8025`. Rejects with CannotListenError; close it
   * then.
   */
  listen(): Promise<string>;
  readonly reload: Reload;
  /** Answers open requests, completes submissions, logs out of all mail servers, and stops. */
  close(): Promise<void>;
}

/** What programs add that embed the server. */
export interface PosthornOptions {
  /** In place of the list of addresses at `/`. */
  readonly startPage?: StartPage;
  /** In a worker process, the others: then the metrics are served by the primary process. */
  readonly peers?: Peers;
  /** Services that several processes share, below those that an installation replaces. */
  readonly shared?: Overrides;
}

/** A server of this configuration; the overrides replace services by name. */
export function createPosthorn(
  configuration: Configuration,
  overrides: Overrides = {},
  { startPage, peers, shared = {} }: PosthornOptions = {},
): Posthorn {
  const { settings } = configuration;
  const live = new LiveConfiguration(configuration);
  const { services, close } = createServices(defaultBindings(live), shared, overrides);
  const { telemetry } = services;
  let corsPolicy = corsPolicyOf(live, services);
  const audit = openAudit(services);
  const share = processShare(configuration.processCount ?? 1);
  const server = createHttpServer(services, {
    emailPath: settings.emailPath,
    authPath: settings.authPath,
    ...(settings.emailApi !== 'latest' && { aliasVersion: settings.emailApi }),
    environment: settings.environment,
    programVersion: PROGRAM_VERSION,
    hasDocs: settings.hasDocs,
    isDebug: settings.isDebug,
    publicUrl: publicUrlOf(settings),
    trustedProxies: settings.trustedProxies,
    corsPolicy: () => corsPolicy,
    listMaxRows: settings.listMaxRows,
    requestTimeoutMs: settings.requestTimeoutSeconds * 1000,
    stopDelayMs: settings.stopDelaySeconds * 1000,
    idempotencySecret: installationKey(settings.key, 'idempotency key'),
    downloadKey: installationKey(settings.key, 'download link'),
    decodeConnectionData,
    ...(audit && { auditListener: (entry) => audit.add(entry) }),
    ...(startPage && { startPage }),
    ...(peers && { peers }),
    limits: share.edge,
    memoryGauge: share.memoryGauge,
    requestObserver: { begin: (request) => telemetry.beginRequest(request) },
  });
  const metricsServer = peers === undefined ? metricsServerOf(services) : undefined;
  return {
    services,
    server,
    async listen() {
      services.logger.info({ version: PROGRAM_VERSION, node: process.version }, 'Posthorn starts');
      loadFetch();
      // Building it takes a tenth of a second or more, during which no client should wait for an answer.
      secureContextFor(configuration.extraRoots);
      // This comes first: a start that fails here has accepted no request.
      await listenForScrapes(metricsServer, { settings, logger: services.logger });
      await peers?.listen();
      const { host, port } = settings;
      await server.listen({ host, port }).catch((error: unknown) => {
        throw toCannotListenError(error, { host, port, hostKey: 'HOST', portKey: 'PORT' });
      });
      return addressOf(server);
    },
    reload: createReload(services, (reloadable) => {
      corsPolicy = corsPolicyOf({ ...live, ...reloadable }, services);
      live.replace(reloadable);
      audit?.reopen();
    }),
    async close() {
      await server.close();
      await peers?.close();
      await close();
      await metricsServer?.close();
      audit?.close();
    },
  };
}

/** The compression of answers looks at `Response`, which Node loads on first use: the first client should not wait for that. */
function loadFetch(): typeof Response {
  return globalThis.Response;
}

/** Throws ConfigurationError when the file cannot be written. */
function openAudit({ configuration: { settings }, logger }: Services): AuditFile | undefined {
  const { auditLog } = settings;
  if (auditLog === null) return undefined;
  try {
    return openAuditFile(auditLog, (err) => logger.error({ err }, 'the audit log cannot be written'));
  } catch (error) {
    const { code = 'an error' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError([
      { key: 'APP_AUDIT_LOG', expected: 'a file that can be written', got: `"${auditLog}" (${code})` },
    ]);
  }
}

/** Only the operator's own clients may use the preset: for all others it is unknown. */
function publicUrlOf({ appUrl }: Settings): string | null {
  return appUrl === settingRows.appUrl.default ? null : appUrl;
}

/** The policy, after its warnings were logged. */
function corsPolicyOf(
  { settings, cors = DEFAULT_CORS_OPTIONS }: Configuration,
  { logger }: Services,
): CorsPolicy {
  for (const warning of warnOfCors(cors, settings.environment)) logger.warn(warning);
  return createCorsPolicy(cors);
}

function metricsServerOf(services: Services): MetricsServer | undefined {
  const { metrics } = services.telemetry;
  return (
    metrics &&
    createMetricsServer({
      contentType: metrics.contentType,
      render: () => metrics.render(services.imapSessions.usage),
    })
  );
}

function addressOf(server: FastifyInstance): string {
  const { address, family, port } = server.server.address() as AddressInfo;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
