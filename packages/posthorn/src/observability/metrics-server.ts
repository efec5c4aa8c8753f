import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A metrics page. */
export interface MetricsPage {
  readonly contentType: string;
  readonly render: () => Promise<string>;
}

/** An HTTP server on its own port. */
export interface MetricsServer {
  /** Returns the port. */
  listen(address: { readonly host: string; readonly port: number }): Promise<number>;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 20;
const RECEIVE_TIMEOUT_MS = 5_000;

/** A server for `GET /metrics` only. */
export function createMetricsServer(page: MetricsPage): MetricsServer {
  const server = createServer({ requestTimeout: RECEIVE_TIMEOUT_MS }, answerWith(page));
  server.maxConnections = MAX_CONNECTIONS;
  return {
    async listen(address) {
      server.listen(address);
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function answerWith({ contentType, render }: MetricsPage): RequestListener {
  return async (request, response) => {
    const isKnown = request.method === 'GET' && request.url === '/metrics';
    if (!isKnown) {
      response.writeHead(404).end();
      return;
    }
    const text = await render();
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
  };
}
