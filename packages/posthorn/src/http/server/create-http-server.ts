import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { createNetworkList, type NetworkList } from '../../domain/network/network-list.ts';
import { setCommonHeaders } from '../answer/response-headers.ts';
import { addConnectPage } from '../connect/connect-routes.ts';
import { type Cors, createCors } from '../cors/cors.ts';
import { readJsonBodies } from '../request/body/json-body.ts';
import { createIdempotentRequests } from '../request/idempotency/idempotent-requests.ts';
import { addReceiveDeadlines } from '../request/lifetime/receive-deadline.ts';
import { addRequestSignals } from '../request/lifetime/request-signal.ts';
import { addAuthentication } from '../request/login/authentication.ts';
import { addDownloadLinks, createDownloadLinks } from '../request/login/download-links.ts';
import { createDownloadTickets } from '../request/login/download-tickets.ts';
import { addPublicAddress, createPublicAddress } from '../request/url/public-address.ts';
import { type ApiVersionTag, addRoutes } from '../route/api-route.ts';
import type { HttpServices } from '../route/http-services.ts';
import { addSignIn } from '../v0/auth/sign-in.ts';
import { addDiscovery } from '../v1/mail-servers/discover.ts';
import { addAccessLog } from './access-log.ts';
import { addApiDescription } from './add-api-description.ts';
import { watchAllowedMethods } from './allowed-methods.ts';
import { API_VERSIONS, findAliasVersion, problemPresenters, versionPrefixes } from './api-versions.ts';
import { addAuditLog } from './audit-log.ts';
import { createBasePathRemover } from './base-path.ts';
import { createUrlRewriter } from './canonical-path.ts';
import { limitClientConnections } from './client-connections.ts';
import { type ClientErrorHandler, createClientErrorHandler } from './client-error.ts';
import { addCompression } from './compression.ts';
import { DEFAULT_EDGE_LIMITS, type EdgeLimits } from './edge-limits.ts';
import { createErrorResponses, type ErrorResponses } from './error-responses.ts';
import { addGracefulStop } from './graceful-stop.ts';
import { addHealthRoutes } from './health.ts';
import type { HttpOptions } from './http-options.ts';
import { addInboxFiles } from './inbox-page.ts';
import { addMemoryGuard, createShortageCheck, readProcessMemory } from './memory-guard.ts';
import { refusePageRequests } from './page-requests.ts';
import { refuseUnowned } from './refuse-unowned.ts';
import { requestIdOf } from './request-id.ts';
import { addRequestObserver } from './request-observer.ts';
import { serveInTurns } from './request-turns.ts';
import { addServerTiming } from './server-timing.ts';
import { addStartPage } from './start-page.ts';
import { addUnreadAnswerLimits } from './unread-answers.ts';

/** Node's default of 30 s would treble the headers timeout. */
const TIMEOUT_CHECK_INTERVAL_MS = 5_000;
const MAX_REQUESTS_PER_SOCKET = 10_000;
/** For JSON; file routes have others. */
const BODY_LIMIT_OCTETS = 1_000_000;
/** A percent-encoded mailbox name of 1000 octets. */
const MAX_PATH_PARAMETER_LENGTH = 4_000;
/** A token of 8 KB, connection data and cookies. */
const MAX_HEAD_OCTETS = 32_768;
const KEY_OCTETS = 32;

/** The server, not yet listening. Closing is graceful. */
export function createHttpServer(services: HttpServices, options: HttpOptions): FastifyInstance {
  const alias = findAliasVersion(options.aliasVersion);
  const { authPath } = options;
  const { hasSignIn } = services.authProvider;
  const presenterOf = problemPresenters(
    { emailPath: options.emailPath, authPath, hasSignIn, hasConnectPage: Boolean(services.connectPage) },
    alias,
  );
  const errorResponses = createErrorResponses({ isDebug: options.isDebug, presenterOf });
  const isTrustedProxy = createNetworkList(options.trustedProxies);
  const publicAddress = createPublicAddress({ ...options, isTrustedProxy });
  const cors = createCors({ ...options, publicAddress });
  const removeBasePath = createBasePathRemover({
    ...options,
    servicePaths: [options.emailPath, options.authPath],
  });
  const clientErrorHandler = createClientErrorHandler({ presenterOf, cors, removeBasePath });
  const limits = { ...DEFAULT_EDGE_LIMITS, ...options.limits };
  const parts = { ...errorResponses, clientErrorHandler, cors, isTrustedProxy, removeBasePath, limits };
  const app = createFastify(services, { ...options, alias: alias.tag }, parts);
  const allowedMethods = watchAllowedMethods(app);
  addPublicAddress(app, publicAddress);
  app.addHook('onRequest', async (request, reply) => setCommonHeaders(request.id, reply));
  addReceiveDeadlines(app, limits.receiveTimeoutMs);
  addRequestSignals(app, options.requestTimeoutMs);
  const stopping = addGracefulStop(app, options.stopDelayMs);
  addRequestObserver(app, options.requestObserver);
  addAccessLog(app);
  addAuditLog(app, options.auditListener);
  addServerTiming(app);
  addUnreadAnswerLimits(app, limits);
  addCompression(app);
  app.addHook('onRequest', async (request, reply) => {
    if (cors.apply(request, reply)) return reply;
  });
  errorResponses.install(app, allowedMethods);
  const isMemoryShort = createShortageCheck(options.memoryGauge ?? readProcessMemory);
  addMemoryGuard(app, isMemoryShort);
  if (options.peers !== undefined) refuseUnowned(app, options.peers);
  refusePageRequests(app, { cors, publicAddress });
  addDownloadLinks(
    app,
    createDownloadLinks(createDownloadTickets(options.downloadKey ?? randomBytes(KEY_OCTETS))),
  );
  const authenticate = addAuthentication(app, {
    principals: services.principals,
    decodeConnectionData: options.decodeConnectionData,
  });
  const idempotentRequests = createIdempotentRequests({
    answerStore: services.answerStore,
    stateOwner: services.stateOwner,
    secret: options.idempotencySecret,
  });
  // Compression covers only routes added after it loads.
  app.after(() => {
    for (const version of API_VERSIONS) {
      const routes = version.createRoutes(services, { ...options, stopping });
      for (const prefix of versionPrefixes(options.emailPath, { version, alias })) {
        addRoutes(app, { prefix, routes, authenticate, version: version.tag, idempotentRequests });
      }
    }
    if (hasSignIn) addSignIn(app, { authPath, authenticate, services });
    addDiscovery(app, { authPath, authenticate, services });
    if (services.connectPage) addConnectPage(app, { authPath, connectPage: services.connectPage });
    if (options.hasDocs !== false) addApiDescription(app, services, options);
    addHealthRoutes(app, { ...options, stopping, isMemoryShort, isJoined: () => options.peers?.isJoined });
    addStartPage(app, options);
    if (options.inbox !== undefined) addInboxFiles(app, options.inbox);
  });
  return app;
}

interface FastifyParts extends Pick<ErrorResponses, 'answerFrameworkError'> {
  readonly clientErrorHandler: ClientErrorHandler;
  readonly cors: Cors;
  readonly isTrustedProxy: NetworkList;
  readonly removeBasePath: (url: string) => string;
  readonly limits: EdgeLimits;
}

function createFastify(
  { logger }: HttpServices,
  { emailPath, alias, peers }: HttpOptions & { readonly alias: ApiVersionTag },
  { answerFrameworkError, clientErrorHandler, cors, isTrustedProxy, removeBasePath, limits }: FastifyParts,
): FastifyInstance {
  const rewriteUrl = createUrlRewriter({ emailPath, alias });
  const timing = { requestTimeout: limits.uploadTimeoutMs, keepAliveTimeout: limits.keepAliveTimeoutMs };
  const http = {
    maxHeaderSize: MAX_HEAD_OCTETS,
    headersTimeout: limits.headersTimeoutMs,
    connectionsCheckingInterval: Math.min(limits.headersTimeoutMs, TIMEOUT_CHECK_INTERVAL_MS),
  };
  const app = fastify({
    loggerInstance: logger,
    // Fastify logs URLs.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    rewriteUrl: (request) => rewriteUrl(removeBasePath(request.url ?? '/')),
    frameworkErrors(error, request, reply) {
      setCommonHeaders(request.id, reply);
      if (!cors.apply(request, reply)) answerFrameworkError(error, request, reply);
    },
    clientErrorHandler,
    trustProxy: isTrustedProxy,
    bodyLimit: BODY_LIMIT_OCTETS,
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER_LENGTH },
    return503OnClosing: false,
    // Else a stop would end after ten seconds, despite running requests.
    pluginTimeout: 0,
    ...timing,
    serverFactory: (serve: RequestListener) => {
      const server = createServer({ ...http, ...timing });
      const listener = serveInTurns(server, peers?.createListener(serve) ?? serve);
      if (peers !== undefined) server.on('checkContinue', listener);
      return server.on('request', listener);
    },
  });
  app.server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  app.server.maxConnections = limits.maxConnections;
  limitClientConnections(app.server, {
    maxPerClient: limits.maxConnectionsPerClient,
    isExempt: (address) => isTrustedProxy(address) || peers?.isNodeAddress(address) === true,
  });
  readJsonBodies(app);
  return app;
}
