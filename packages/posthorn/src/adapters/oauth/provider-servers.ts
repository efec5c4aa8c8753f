import {
  authorizationCodeGrantRequest,
  customFetch,
  getValidatedIdTokenClaims,
  type IDToken,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  processRevocationResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  revocationRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import type {
  AuthorizationAnswer,
  AuthorizationRequest,
  AuthorizationServers,
  IssuedTokens,
  RefreshAnswer,
} from '../../application/ports/network/authorization-servers.ts';
import type { OAuthClientProvider } from '../../domain/logins/oauth-client.ts';
import { Secret } from '../../domain/logins/secret.ts';
import { isSafeWebAddress } from '../../domain/network/safe-web-address.ts';
import { findAuthorizationServer, type KnownServer } from './authorization-server.ts';
import { readBearerToken } from './bearer-token.ts';
import { type RequestBounds, requestOptions } from './bounded-fetch.ts';
import { authenticationOf } from './client-authentication.ts';
import { misconfigured, requireNoServerError, toProviderError, toSignInError } from './provider-errors.ts';
import { SignInFailure } from './sign-in-failure.ts';
import { type EgressRules, type Sending, sendVetted } from './vetted-transport.ts';

/** Egress, clock and deadline. */
export interface ProviderServersOptions extends EgressRules {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Per request. */
  readonly timeoutMs?: number;
}

interface Found {
  readonly server: KnownServer;
  readonly until: number;
}

const REQUEST_MS = 10_000;
const METADATA_MS = 60 * 60_000;
const OPENID = 'openid';
const MAX_REFRESH_TOKEN = 16_384;
const SECOND_MS = 1000;
const OK = 200;

/** AuthorizationServers over HTTP. */
export function createProviderServers(options: ProviderServersOptions): AuthorizationServers {
  return new ProviderServers(options);
}

class ProviderServers implements AuthorizationServers {
  readonly #options: ProviderServersOptions;
  readonly #found = new Map<string, Found>();

  constructor(options: ProviderServersOptions) {
    this.#options = options;
  }

  async authorizationUrl(
    provider: OAuthClientProvider,
    request: AuthorizationRequest,
    signal: AbortSignal,
  ): Promise<string> {
    const server = await this.#find(provider, signal);
    const { redirectUri, state, nonce, challenge, address } = request;
    const page = server.metadata.authorization_endpoint ?? '';
    if (!isSafeWebAddress(page)) throw misconfigured('has no safe address to sign in at');
    const url = new URL(page);
    const parameters = {
      ...{ response_type: 'code', client_id: provider.clientId, redirect_uri: redirectUri, state },
      scope: scopesOf(provider, server).join(' '),
      ...{ code_challenge: challenge, code_challenge_method: 'S256', login_hint: address },
      ...(isIdTokenWanted(provider, server) && { nonce }),
      // Refresh tokens need both: OpenID Connect Core §11, Google's access_type.
      ...{ prompt: 'consent', access_type: 'offline' },
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  }

  async redeem(
    provider: OAuthClientProvider,
    answer: AuthorizationAnswer,
    signal: AbortSignal,
  ): Promise<IssuedTokens> {
    const server = await this.#find(provider, signal);
    const { redirectUri, state, nonce, verifier } = answer;
    const parameters = new URLSearchParams(answer.parameters);
    // Nothing to compare with.
    if (!server.hasIssuer) parameters.delete('iss');
    const client = { client_id: provider.clientId };
    try {
      const code = validateAuthResponse(server.metadata, client, parameters, state);
      const authentication = authenticationOf(server.metadata, provider.clientSecret);
      const response = await authorizationCodeGrantRequest(
        ...([server.metadata, client, authentication, code, redirectUri, verifier.reveal()] as const),
        this.#bounded(signal),
      );
      requireNoServerError(response);
      const isWanted = isIdTokenWanted(provider, server);
      const expected = isWanted ? { expectedNonce: nonce, requireIdToken: true } : {};
      const usable = isWanted ? response : (await readAnswer(response)).withoutIdToken();
      const read = await processAuthorizationCodeResponse(server.metadata, client, usable, expected);
      return this.#toTokens(read, getValidatedIdTokenClaims(read));
    } catch (error) {
      signal.throwIfAborted();
      throw toSignInError(error);
    }
  }

  async refresh(provider: OAuthClientProvider, token: Secret, signal: AbortSignal): Promise<RefreshAnswer> {
    const sending: Sending = { isSent: false };
    let status: number | null = null;
    try {
      const server = await this.#find(provider, signal);
      const client = { client_id: provider.clientId };
      const authentication = authenticationOf(server.metadata, provider.clientSecret);
      const response = await refreshTokenGrantRequest(
        ...([server.metadata, client, authentication, token.reveal()] as const),
        this.#bounded(signal, sending),
      );
      status = response.status;
      requireNoServerError(response);
      const answer = await readAnswer(response);
      const read = await processRefreshTokenResponse(server.metadata, client, answer.withoutIdToken());
      return { kind: 'issued', tokens: this.#toTokens(read, await claimsOf(answer, { server, client })) };
    } catch (error) {
      if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return { kind: 'ended' };
      // Other statuses mean no tokens.
      const isUnused = !sending.isSent || (status !== null && status !== OK);
      return { kind: isUnused ? 'unused' : 'lost', error: toProviderError(error) };
    }
  }

  async revoke(provider: OAuthClientProvider, token: Secret, signal: AbortSignal): Promise<boolean> {
    const { metadata } = await this.#find(provider, signal);
    if (metadata.revocation_endpoint === undefined) return false;
    const client = { client_id: provider.clientId };
    try {
      const response = await revocationRequest(
        ...([metadata, client, authenticationOf(metadata, provider.clientSecret), token.reveal()] as const),
        { ...this.#bounded(signal), additionalParameters: { token_type_hint: 'refresh_token' } },
      );
      requireNoServerError(response);
      await processRevocationResponse(response);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      throw toProviderError(error);
    }
  }

  async requireAnswer(provider: OAuthClientProvider, signal: AbortSignal): Promise<void> {
    const { metadata } = await this.#find(provider, signal);
    try {
      const { [customFetch]: send } = this.#bounded(signal);
      const probe = { method: 'GET', headers: {}, redirect: 'manual', signal } as const;
      requireNoServerError(await send(metadata.token_endpoint ?? '', { ...probe, body: undefined }));
    } catch (error) {
      signal.throwIfAborted();
      throw toProviderError(error);
    }
  }

  /** Keeps descriptions for an hour, failures never. */
  async #find({ endpoints }: OAuthClientProvider, signal: AbortSignal): Promise<KnownServer> {
    const key = JSON.stringify(endpoints);
    const known = this.#found.get(key);
    if (known !== undefined && known.until > this.#options.now()) return known.server;
    try {
      const server = await findAuthorizationServer(endpoints, signal, this.#bounds());
      if (!isSafeWebAddress(server.metadata.token_endpoint ?? '')) {
        throw misconfigured('has no safe token endpoint');
      }
      this.#found.set(key, { server, until: this.#options.now() + METADATA_MS });
      return server;
    } catch (error) {
      signal.throwIfAborted();
      throw toProviderError(error);
    }
  }

  #bounded(signal: AbortSignal, sending?: Sending) {
    return requestOptions(signal, this.#bounds(sending));
  }

  #bounds(sending: Sending = { isSent: false }): RequestBounds {
    const { timeoutMs = REQUEST_MS } = this.#options;
    return {
      timeoutMs,
      transport: (address, options) => sendVetted(address, { ...options, egress: this.#options, sending }),
    };
  }

  #toTokens(read: TokenEndpointResponse, claims: IDToken | undefined): IssuedTokens {
    const { refresh_token: refreshToken, scope, expires_in: seconds } = read;
    const { sub, email, email_verified: isVerified }: Partial<IDToken> = claims ?? {};
    if ((refreshToken?.length ?? 0) > MAX_REFRESH_TOKEN) {
      throw new SignInFailure('The refresh token is too long.');
    }
    return {
      accessToken: readBearerToken(read),
      accessEndsAt: seconds === undefined ? null : this.#options.now() + seconds * SECOND_MS,
      refreshToken: refreshToken === undefined ? null : new Secret(refreshToken),
      ...{ scope: scope ?? null, subject: sub ?? null },
      address: typeof email === 'string' && isVerified !== false ? email : null,
    };
  }
}

interface TokenAnswer {
  whole(): Response;
  withoutIdToken(): Response;
}

async function readAnswer(response: Response): Promise<TokenAnswer> {
  const { status, headers } = response;
  const text = await response.text();
  const again = (body: string) => new Response(body, { status, headers });
  return {
    whole: () => again(text),
    withoutIdToken: () => again(text.startsWith('{') ? dropIdToken(text) : text),
  };
}

function dropIdToken(text: string): string {
  try {
    const { id_token: _dropped, ...rest } = JSON.parse(text);
    return JSON.stringify(rest);
  } catch {
    return text;
  }
}

/** Undefined if unusable: other tokens must survive. */
async function claimsOf(
  answer: TokenAnswer,
  { server, client }: { readonly server: KnownServer; readonly client: { readonly client_id: string } },
): Promise<IDToken | undefined> {
  if (!server.hasIssuer) return undefined;
  try {
    return getValidatedIdTokenClaims(
      await processRefreshTokenResponse(server.metadata, client, answer.whole()),
    );
  } catch {
    return undefined;
  }
}

function scopesOf({ scopes }: OAuthClientProvider, { hasIssuer }: KnownServer): readonly string[] {
  return scopes.filter((scope) => hasIssuer || scope !== OPENID);
}

function isIdTokenWanted(provider: OAuthClientProvider, server: KnownServer): boolean {
  return scopesOf(provider, server).includes(OPENID);
}
