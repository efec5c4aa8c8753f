/** The service that Dovecot asks about access tokens: an HTTP server on 127.0.0.1, and Dovecot's settings for it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { writeDovecotOAuth } from './dovecot-oauth.ts';

/** What a token is good for. */
export interface IssuedToken {
  readonly email: string;
  readonly scope: string;
}

/** Call `close` when done. */
export interface TokenService {
  /** Those that are not among them are expired or revoked. */
  readonly tokens: Map<string, IssuedToken>;
  /** True: it answers 500 to all that it is asked. */
  isDown: boolean;
  /** Lines for dovecot.conf: these mechanisms, and tokens with the scope `mail`. */
  settings(mechanisms: string): string;
  close(): Promise<void>;
}

const MAX_HEAD_OCTETS = 64 * 1024;

/** Starts a service that has issued no token. */
export async function startTokenService(): Promise<TokenService> {
  const tokens = new Map<string, IssuedToken>();
  const server = createServer({ maxHeaderSize: MAX_HEAD_OCTETS }, (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const token = tokens.get(searchParams.get('access_token') ?? '');
    if (service.isDown) response.writeHead(500).end();
    else if (token === undefined) response.writeHead(400).end('{"error":"invalid_token"}');
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const oauth = await writeDovecotOAuth(`tokeninfo_url = http://127.0.0.1:${port}/tokeninfo?access_token=
username_attribute = email
scope = mail
openid_configuration_url = http://127.0.0.1:${port}/.well-known/openid-configuration
`);
  const service: TokenService = {
    tokens,
    isDown: false,
    settings: oauth.settings,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await oauth.remove();
    },
  };
  return service;
}
