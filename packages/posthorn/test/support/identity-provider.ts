/** An OpenID provider on 127.0.0.1 whose users are mail users, and Dovecot's settings to ask it about tokens. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { writeDovecotOAuth } from './dovecot-oauth.ts';

/** What a token is good for. */
export interface TokenWish {
  readonly user: string;
  /** Default `mail`. */
  readonly scope?: string;
  /** Default an hour. */
  readonly lifetimeSeconds?: number;
}

/** Call `close` when done. */
export interface IdentityProvider {
  readonly issuer: string;
  /** The id of a public client of programs and pages on this machine. */
  readonly clientId: string;
  /** True: it answers 500 to all that it is asked. */
  isDown: boolean;
  /** A token as at the end of a sign-in. */
  issue(wish: TokenWish): Promise<string>;
  /** Takes a token back (RFC 7009). */
  revoke(token: string): Promise<void>;
  /** Lines for dovecot.conf: these mechanisms, for tokens with the scope `mail`. */
  settings(mechanisms: string): string;
  close(): Promise<void>;
}

const CLIENT_ID = 'posthorn';
const MAIL_SERVER = { client_id: 'dovecot', client_secret: 'dovecot-secret' };
const HOUR_SECONDS = 3600;

/** Starts it. Whoever types a name into its page is that user, with any password. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, configuration());
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (identityProvider.isDown) response.writeHead(500).end();
    else answer(request, response);
  });
  const { client_id: id, client_secret: secret } = MAIL_SERVER;
  const oauth = await writeDovecotOAuth(`introspection_mode = post
introspection_url = http://${id}:${secret}@127.0.0.1:${port}/token/introspection
username_attribute = sub
active_attribute = active
active_value = true
scope = mail
openid_configuration_url = ${issuer}/.well-known/openid-configuration
`);
  const identityProvider: IdentityProvider = {
    ...{ issuer, clientId: CLIENT_ID, isDown: false, settings: oauth.settings },
    async issue({ user: accountId, scope = 'mail', lifetimeSeconds: expiresIn = HOUR_SECONDS }) {
      const grant = new provider.Grant({ accountId, clientId: CLIENT_ID });
      grant.addOIDCScope(scope);
      const [client, grantId] = [await provider.Client.find(CLIENT_ID), await grant.save()];
      const values = { accountId, client, grantId, scope, expiresIn, gty: 'authorization_code' } as const;
      return new provider.AccessToken(values).save();
    },
    async revoke(token) {
      const body = new URLSearchParams({ token, client_id: CLIENT_ID });
      const { status } = await fetch(`${issuer}/token/revocation`, { method: 'POST', body });
      if (status !== 200) throw new Error(`The token was not revoked: ${status}.`);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await oauth.remove();
    },
  };
  return identityProvider;
}

function configuration(): object {
  const isAllowed = () => true;
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        // A native client may come back to any port of this machine (RFC 8252 §7.3).
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: ['http://127.0.0.1/'],
        grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
      },
      { ...MAIL_SERVER, redirect_uris: [], grant_types: [], response_types: [] },
    ],
    scopes: ['openid', 'mail', 'calendar'],
    features: {
      introspection: { enabled: true, allowedPolicy: isAllowed },
      revocation: { enabled: true, allowedPolicy: isAllowed },
      deviceFlow: { enabled: true },
    },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub }) }),
    clientBasedCORS: isAllowed,
  };
}
