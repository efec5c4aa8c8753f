import type { FastifyInstance } from 'fastify';
import { JSON_API_MEDIA_TYPE } from 'relfield';
import type { PublicDiscovery } from '../../../application/discovery/public-discovery.ts';
import type { FoundServers } from '../../../domain/accounts/mail-server-discovery.ts';
import type { PublishedServer } from '../../../domain/accounts/mail-servers.ts';
import { signalOf } from '../../request/lifetime/request-signal.ts';
import type { Authentication } from '../../request/login/authentication.ts';
import { queryParametersOf, singleValue } from '../../request/url/query-parameters.ts';
import { servicePrefix } from '../../request/url/service-path.ts';
import { type ApiRoute, addRoutes } from '../../route/api-route.ts';
import type { HttpServices } from '../../route/http-services.ts';
import { discoverMailServersOperation } from './discover-operation.ts';

type DiscoveryServices = Pick<HttpServices, 'publicDiscovery'>;

const PATH = '/discover';
const PARAMETER = 'address';

/** Adds `GET {auth path}/discover`, an address's mail servers, without a login. */
export function addDiscovery(
  app: FastifyInstance,
  {
    authPath,
    authenticate,
    services,
  }: {
    readonly authPath: string;
    readonly authenticate: Authentication;
    readonly services: DiscoveryServices;
  },
): void {
  const { prefixes, routes } = discoveryService(authPath, services);
  for (const prefix of prefixes) addRoutes(app, { prefix, routes, authenticate, version: 'v1' });
}

/** Describes the route. */
export function discoveryService(
  authPath: string,
  services: DiscoveryServices,
): { readonly prefixes: readonly string[]; readonly routes: readonly ApiRoute[] } {
  return { prefixes: [servicePrefix(authPath)], routes: [discoverRoute(services)] };
}

/** The route's path. */
export function discoveryPath(authPath: string): string {
  return `${servicePrefix(authPath)}${PATH}`;
}

function discoverRoute({ publicDiscovery }: { readonly publicDiscovery: PublicDiscovery }): ApiRoute {
  return {
    method: 'GET',
    path: PATH,
    operation: discoverMailServersOperation,
    access: { login: 'none' },
    async handler(request, reply) {
      const address = singleValue(queryParametersOf(request), PARAMETER) ?? '';
      const found = await publicDiscovery.discover({ address, client: request.ip }, signalOf(request));
      reply.header('cache-control', 'no-store').header('content-type', JSON_API_MEDIA_TYPE);
      return reply.send(Buffer.from(JSON.stringify(presentServers(found))));
    },
  };
}

function presentServers({ domain, incoming, outgoing, source, confidence }: FoundServers): object {
  const attributes = {
    incoming: incoming.map(presentServer),
    outgoing: outgoing.map(presentServer),
    source,
    confidence,
  };
  return { jsonapi: { version: '1.1' }, data: { type: 'MailServers', id: domain, attributes } };
}

function presentServer({ protocol, host, port, security, user, mechanisms }: PublishedServer): object {
  return { protocol, host, port, security, user, mechanisms };
}
