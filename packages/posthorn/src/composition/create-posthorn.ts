import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { secureContextFor } from 'posthorn-imap/tls';
import { decodeConnectionData } from '../adapters/auth/connection-data.ts';
import type { OpenStore } from '../adapters/database/open-store.ts';
import type { NodeView } from '../application/ownership/node-view.ts';
import { ConfigurationError } from '../config/configuration-error.ts';
import { DEFAULT_CORS_OPTIONS } from '../config/cors-options.ts';
import { warnOfCors } from '../config/cors-warnings.ts';
import { PROGRAM_VERSION } from '../config/program-version.ts';
import { type Settings, settingRows } from '../config/settings.ts';
import { type CorsPolicy, createCorsPolicy } from '../http/cors/cors-policy.ts';
import type { Peers } from '../http/peers/peers.ts';
import { createHttpServer } from '../http/server/create-http-server.ts';
import type { InboxOptions } from '../http/server/inbox-page.ts';
import { type AuditFile, openAuditFile } from '../observability/audit-file.ts';
import { createMetricsServer, type MetricsServer } from '../observability/metrics-server.ts';
import { toCannotListenError } from './cannot-listen-error.ts';
import { createServices } from './create-services.ts';
import { defaultBindings } from './default-bindings.ts';
import { installationKey } from './installation-key.ts';
import { listenForScrapes } from './listen-for-scrapes.ts';
import { LiveConfiguration } from './live-configuration.ts';
import { nodePeers } from './node-peers.ts';
import { createOwnership, type OpenNode, openNode, type ProcessOwnership } from './open-ownership.ts';
import { processShare } from './process-share.ts';
import { createReload, type Reload } from './reload.ts';
import type { Configuration, Overrides, Services } from './services.ts';

/** A server with its services. Close it. */
export interface Posthorn {
  readonly services: Services;
  readonly server: FastifyInstance;
  /** Returns the address, such as `http://127.0.0.1:8025`. Rejects with CannotListenError; then close the server. */
  listen(): Promise<string>;
  readonly reload: Reload;
  /** Answers open requests, completes submissions, logs out, and stops. */
  close(): Promise<void>;
}

/** Additions by embedding programs. */
export interface PosthornOptions {
  readonly inbox?: InboxOptions;
  /** In a worker: the others. */
  readonly peers?: Peers;
  /** Closed with the server. */
  readonly store?: OpenStore | null;
  /** In a worker: the primary process is the node and serves metrics. */
  readonly ownership?: ProcessOwnership;
  /** Replaceable services of several processes. */
  readonly shared?: Overrides;
}

/** A server; overrides replace services by name. */
export function createPosthorn(
  configuration: Configuration,
  overrides: Overrides = {},
  { inbox, peers: given, store = null, ownership, shared = {} }: PosthornOptions = {},
): Posthorn {
  const { settings } = configuration;
  const live = new LiveConfiguration(configuration);
  const accountOwnership = ownership ?? createOwnership(store?.nodes ?? null);
  const ofServer = { ...shared, accountOwnership: () => accountOwnership };
  const { services, close } = createServices(defaultBindings(live, store), ofServer, overrides);
  const node = ownership === undefined ? nodeOf(services, { store, accountOwnership }) : null;
  const peers = given ?? nodePeers({ services, ownership: accountOwnership, node });
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
    ...(inbox && { inbox }),
    ...(peers && { peers }),
    limits: share.edge,
    memoryGauge: share.memoryGauge,
    requestObserver: { begin: (request) => telemetry.beginRequest(request) },
  });
  const metricsServer = ownership === undefined ? metricsServerOf(services, node) : undefined;
  return {
    services,
    server,
    async listen() {
      services.logger.info({ version: PROGRAM_VERSION, node: process.version }, 'Posthorn starts');
      loadFetch();
      // Takes 100 ms or more: no client should wait.
      secureContextFor(configuration.extraRoots);
      // First: a failing start must accept no request.
      await listenForScrapes(metricsServer, { settings, logger: services.logger });
      await peers?.listen();
      await listenOn(server, settings);
      await node?.start();
      startWork(services);
      return addressOf(server);
    },
    reload: createReload(services, async (reloadable) => {
      if (reloadable.secretsKeys) await store?.useKeys(reloadable.secretsKeys);
      corsPolicy = corsPolicyOf({ ...live, ...reloadable }, services);
      live.replace(reloadable);
      audit?.reopen();
    }),
    async close() {
      await node?.retire();
      await server.close();
      await peers?.close();
      await node?.close();
      await close();
      for (const part of [store, metricsServer, audit]) await part?.close();
    },
  };
}

/** Starts this node's roles. */
function startWork({ configuration, accountWatchers, webhookDispatcher }: Services): void {
  const { isWatching, roles } = configuration.settings;
  if (isWatching && roles.includes('watch')) accountWatchers?.start();
  if (roles.includes('hooks')) webhookDispatcher?.start();
}

async function listenOn(server: FastifyInstance, { host, port }: Settings): Promise<void> {
  await server.listen({ host, port }).catch((error: unknown) => {
    throw toCannotListenError(error, { host, port, hostKey: 'HOST', portKey: 'PORT' });
  });
}

function nodeOf(
  { configuration: { settings }, logger }: Services,
  open: { readonly store: OpenStore | null; readonly accountOwnership: ProcessOwnership },
): OpenNode | null {
  const { store, accountOwnership } = open;
  if (!store?.nodes || !('show' in accountOwnership)) return null;
  const onView = (view: NodeView | null): void => accountOwnership.show(view);
  return openNode({ nodes: store.nodes, settings, logger, onView });
}

/** Node loads `Response` on first use, in compression. */
function loadFetch(): typeof Response {
  return globalThis.Response;
}

/** Throws ConfigurationError for an unwritable file. */
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

/** The preset suits only the operator's clients. */
function publicUrlOf({ appUrl }: Settings): string | null {
  return appUrl === settingRows.appUrl.default ? null : appUrl;
}

function corsPolicyOf(
  { settings, cors = DEFAULT_CORS_OPTIONS }: Configuration,
  { logger }: Services,
): CorsPolicy {
  for (const warning of warnOfCors(cors, settings.environment)) logger.warn(warning);
  return createCorsPolicy(cors);
}

function metricsServerOf(services: Services, node: OpenNode | null): MetricsServer | undefined {
  const { metrics } = services.telemetry;
  return (
    metrics &&
    createMetricsServer({
      contentType: metrics.contentType,
      async render() {
        if (node !== null) metrics.setNode(await node.measure());
        return metrics.render(services.imapSessions.usage);
      },
    })
  );
}

function addressOf(server: FastifyInstance): string {
  const { address, family, port } = server.server.address() as AddressInfo;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
