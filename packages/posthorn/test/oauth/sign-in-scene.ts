/** A person who gets a token for an entry. */
import type { OAuthEndpoints } from '../../src/domain/logins/oauth-provider.ts';
import { requestToken } from '../../src/oauth/request-token.ts';
import type { IssuedToken, TokenRequest } from '../../src/oauth/token-request.ts';

/** A sign-in that is under way. */
export interface SignInScene {
  readonly issued: Promise<IssuedToken>;
  /** The first address that the person is shown, when it is. */
  readonly address: Promise<URL>;
  /** All that the person was shown. */
  readonly told: string[];
}

/** Begins to sign in; what is not named has a default. */
export function beginSignIn(
  endpoints: OAuthEndpoints,
  { scopes = ['mail'], ...parts }: Partial<TokenRequest> & { readonly scopes?: readonly string[] } = {},
  signal = new AbortController().signal,
): SignInScene {
  const told: string[] = [];
  let show: (address: URL) => void = () => undefined;
  const address = new Promise<URL>((resolve) => {
    show = resolve;
  });
  const request: TokenRequest = {
    ...{ clientId: 'posthorn', clientSecret: null, user: null, flow: null },
    redirect: new URL('http://127.0.0.1/'),
    ...parts,
    provider: { endpoints, scopes },
    tell(line) {
      told.push(line);
      const [found] = /https?:\S+/.exec(line) ?? [];
      if (found !== undefined) show(new URL(found));
    },
  };
  const issued = requestToken(request, signal);
  issued.catch(() => undefined);
  return { issued, address, told };
}

/** Brings an answer to the redirect address, as a browser does. A state that is not given is the right one. */
export function bringAnswer(address: URL, answer: Readonly<Record<string, string>>): Promise<Response> {
  const { redirect_uri: target = '', state = '' } = Object.fromEntries(address.searchParams);
  const url = new URL(target);
  for (const [name, value] of Object.entries({ state, ...answer })) url.searchParams.set(name, value);
  return fetch(url);
}
