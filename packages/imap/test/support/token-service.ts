/** The service that a mail server asks about access tokens: an HTTP server on 127.0.0.1. */
import { once } from 'node:events';
import { createServer } from 'node:http';

/** Call `close` when done. */
export interface TokenService {
  readonly port: number;
  /** Token -> the mail address that it is for. A token that is not among them is expired. */
  readonly tokens: Map<string, string>;
  /** True: it answers 500 to all that it is asked. */
  isDown: boolean;
  close(): Promise<void>;
}

/** Starts a service without tokens. It answers `GET /tokeninfo?access_token=…`. */
export async function startTokenService(): Promise<TokenService> {
  const tokens = new Map<string, string>();
  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const email = tokens.get(searchParams.get('access_token') ?? '');
    if (service.isDown) response.writeHead(500).end();
    else if (email === undefined) response.writeHead(400).end('{"error":"invalid_token"}');
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ email }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const service: TokenService = {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    tokens,
    isDown: false,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}
