/** An OpenID provider on 127.0.0.1 whose users are mail users, and Dovecot's settings to ask it about tokens. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { writeDovecotOAuth } from './dovecot-oauth.ts';

export type RefreshMoment = 'received' | 'done';

/** The uses of refresh tokens. */
export interface RefreshTokenUses {
  /** Requests with the token that were answered. */
  count(token: string): number;
  /** True after an answer with the next token. */
  isSpent(token: string): boolean;
}

export interface IdentityProviderOptions {
  /** A spent refresh token is accepted once more, as at providers with a grace period; else it ends the grant. */
  readonly hasGrace?: boolean;
  /** Lifetime of access tokens; default an hour. */
  readonly accessSeconds?: number;
}

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
  /** A refresh token that each use replaces; the use of a replaced one ends the grant. */
  issueRefreshToken(user: string): Promise<string>;
  /** Answered refreshes. */
  refreshes(): number;
  readonly refreshTokens: RefreshTokenUses;
  /** Called when a refresh has come, and when it is done and its answer is not sent yet. False: it goes no further. */
  onRefresh: (moment: RefreshMoment) => Promise<boolean>;
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
export async function startIdentityProvider({
  hasGrace = false,
  accessSeconds = HOUR_SECONDS,
}: IdentityProviderOptions = {}): Promise<IdentityProvider> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, { ...configuration(), ttl: { AccessToken: accessSeconds } });
  const refreshTokens = countUses(provider, (moment) => identityProvider.onRefresh(moment));
  if (hasGrace) acceptOnceMore(provider);
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
    async issueRefreshToken(accountId) {
      const grant = new provider.Grant({ accountId, clientId: CLIENT_ID });
      grant.addOIDCScope('openid mail offline_access');
      const [client, grantId] = [await provider.Client.find(CLIENT_ID), await grant.save()];
      const values = { accountId, client, grantId, scope: 'openid mail offline_access' } as const;
      return new provider.RefreshToken({ ...values, gty: 'authorization_code' }).save();
    },
    ...{ refreshes: refreshTokens.answered, refreshTokens, onRefresh: async () => true },
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

function countUses(provider: Provider, onRefresh: IdentityProvider['onRefresh']) {
  const counts = new Map<string, number>();
  const spent = new Set<string>();
  let answered = 0;
  provider.on('grant.success', ({ oidc: { params } }) => {
    if (params.grant_type !== 'refresh_token') return;
    answered += 1;
    spent.add(params.refresh_token ?? '');
  });
  provider.use(async (context, next) => {
    const isRefresh = context.path === '/token' && context.method === 'POST';
    if (!isRefresh) return next();
    if (!(await onRefresh('received'))) return;
    await next();
    const { refresh_token: token } = context.oidc.params;
    if (token === undefined) return;
    counts.set(token, (counts.get(token) ?? 0) + 1);
    await onRefresh('done');
  });
  return {
    count: (token: string) => counts.get(token) ?? 0,
    isSpent: (token: string) => spent.has(token),
    answered: () => answered,
  };
}

function acceptOnceMore({ RefreshToken }: Provider): void {
  const accepted = new Set<string>();
  const find = RefreshToken.find.bind(RefreshToken);
  RefreshToken.find = async (value, ...rest) => {
    const token = await find(value, ...rest);
    if (token?.consumed !== undefined && !accepted.has(value)) {
      accepted.add(value);
      token.consumed = undefined;
    }
    return token;
  };
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
        redirect_uris: ['127.0.0.1', 'localhost'].flatMap((host) => [
          `http://${host}/`,
          `http://${host}/rest-imapuser/oauth/callback`,
        ]),
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      },
      { ...MAIL_SERVER, redirect_uris: [], grant_types: [], response_types: [] },
    ],
    scopes: ['openid', 'email', 'mail', 'calendar', 'offline_access'],
    features: {
      introspection: { enabled: true, allowedPolicy: isAllowed },
      revocation: { enabled: true, allowedPolicy: isAllowed },
      deviceFlow: { enabled: true },
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // Claims stand in the ID token, as at Google and Microsoft.
    conformIdTokenClaims: false,
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, email: sub, email_verified: true }),
    }),
    clientBasedCORS: isAllowed,
  };
}
