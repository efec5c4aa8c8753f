/** The composition root: configuration in, a server that can listen out. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { decodeConnectionData } from '../adapters/auth/connection-data.ts';
import { createHttpServer } from '../http/create-http-server.ts';
import type { TimingMetric } from '../http/server-timing.ts';
import type { TrafficSums } from '../observability/request-traffic.ts';
import { createServices } from './create-services.ts';
import { defaultBindings } from './default-bindings.ts';
import type { Bindings, Configuration, Services } from './services.ts';

export interface Posthorn {
  readonly services: Services;
  readonly server: FastifyInstance;
  /** Listens as the settings say and gives the address, such as `http://127.0.0.1:8025`. */
  listen(): Promise<string>;
  /** Answers what is under way, logs out of all mail servers, and ends. */
  close(): Promise<void>;
}

/** A server of this configuration; the overrides replace services by name. */
export function createPosthorn(configuration: Configuration, overrides: Partial<Bindings> = {}): Posthorn {
  const { settings } = configuration;
  const { services, close } = createServices(defaultBindings(configuration), overrides);
  const server = createHttpServer(services, {
    emailPath: settings.emailPath,
    authPath: settings.authPath,
    ...(settings.emailApi !== 'latest' && { aliasVersion: settings.emailApi }),
    isDebug: settings.isDebug,
    trustProxy: [...settings.trustedProxies],
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

/** What the request cost at the mail server, for its Server-Timing header. */
function imapMetric({ roundTrips, sentOctets, receivedOctets }: TrafficSums): TimingMetric {
  const description = `${roundTrips} round trips, ${sentOctets} octets sent, ${receivedOctets} received`;
  return { name: 'imap', description };
}

function addressOf(server: FastifyInstance): string {
  const { address, family, port } = server.server.address() as AddressInfo;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
