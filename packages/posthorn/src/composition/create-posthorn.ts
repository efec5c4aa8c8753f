/** The composition root: configuration in, a server that can listen out. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { decodeConnectionData } from '../adapters/auth/connection-data.ts';
import { DEFAULT_CORS_OPTIONS } from '../config/cors-options.ts';
import { warnOfCors } from '../config/cors-warnings.ts';
import { type Settings, settingRows } from '../config/settings.ts';
import { createCorsPolicy } from '../http/cors/cors-policy.ts';
import { createHttpServer } from '../http/create-http-server.ts';
import type { TimingMetric } from '../http/server-timing.ts';
import type { TrafficSums } from '../observability/request-traffic.ts';
import { createServices } from './create-services.ts';
import { defaultBindings } from './default-bindings.ts';
import type { Configuration, Overrides, Services } from './services.ts';

export interface Posthorn {
  readonly services: Services;
  readonly server: FastifyInstance;
  /** Listens as the settings say and gives the address, such as `http://127.0.0.1:8025`. */
  listen(): Promise<string>;
  /** Answers what is under way, logs out of all mail servers, and ends. */
  close(): Promise<void>;
}

/** A server of this configuration; the overrides replace services by name. */
export function createPosthorn(configuration: Configuration, overrides: Overrides = {}): Posthorn {
  const { settings, cors = DEFAULT_CORS_OPTIONS } = configuration;
  const { services, close } = createServices(defaultBindings(configuration), overrides);
  for (const warning of warnOfCors(cors, settings.environment)) services.logger.warn(warning);
  const corsPolicy = createCorsPolicy(cors);
  const server = createHttpServer(services, {
    emailPath: settings.emailPath,
    authPath: settings.authPath,
    ...(settings.emailApi !== 'latest' && { aliasVersion: settings.emailApi }),
    isDebug: settings.isDebug,
    publicUrl: publicUrlOf(settings),
    trustedProxies: settings.trustedProxies,
    corsPolicy: () => corsPolicy,
    listMaxRows: settings.listMaxRows,
    requestTimeoutMs: settings.requestTimeoutSeconds * 1000,
    decodeConnectionData,
    timingSource: (signal) => [imapMetric(services.requestTraffic.sums(signal))],
  });
  return {
    services,
    server,
    async listen() {
      await server.listen({ host: settings.host, port: settings.port });
      return addressOf(server);
    },
    async close() {
      await server.close();
      await close();
    },
  };
}

/** The preset is of no use to any client but the operator's own: it counts as unknown. */
function publicUrlOf({ appUrl }: Settings): string | null {
  return appUrl === settingRows.appUrl.default ? null : appUrl;
}

/** What the request cost at the mail server, for its Server-Timing header. */
function imapMetric({ roundTrips, sentOctets, receivedOctets }: TrafficSums): TimingMetric {
  const description = `${roundTrips} round trips, ${sentOctets} octets sent, ${receivedOctets} received`;
  return { name: 'imap', description };
}

function addressOf(server: FastifyInstance): string {
  const { address, family, port } = server.server.address() as AddressInfo;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
