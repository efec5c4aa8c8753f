/** XOAUTH2 of Google and OAUTHBEARER (RFC 7628). */
import type { Account } from '../accounts/accounts.ts';
import { type TokenCredentials, type TokenFlaw, TokenRefused } from '../accounts/authenticator.ts';
import { LoginFailure } from '../accounts/login-refusal.ts';
import { readGs2Message } from './gs2-header.ts';
import { type SaslContext, type SaslExchange, type SaslMechanism, SaslSyntaxError } from './mechanism.ts';

const SCOPE = 'mail';
const SEPARATOR = '\u0001';
const OPENID_CONFIGURATION = 'http://127.0.0.1/.well-known/openid-configuration';

/** `user=U^Aauth=Bearer T^A^A`. An empty line answers the error challenge. */
export const xoauth2: SaslMechanism = {
  initialChallenge: '',
  exchange: async function* (context, response): SaslExchange {
    const pairs = readPairs(response);
    const credentials = { name: requirePair(pairs, 'user'), token: bearerToken(pairs) };
    const checked = await checkToken(context, credentials);
    if (!('flaw' in checked)) return checked;
    const status = checked.flaw === 'wrong-scope' ? '403' : '401';
    const answer = yield JSON.stringify({ status, schemes: 'bearer', scope: SCOPE });
    if (answer !== '') throw new SaslSyntaxError('Expected an empty line');
    throw new LoginFailure('wrong-credentials');
  },
};

/** `n,a=U,^Ahost=H^Aport=P^Aauth=Bearer T^A^A`. `^A` answers the error challenge (RFC 7628 §3.2.3). */
export const oauthbearer: SaslMechanism = {
  initialChallenge: '',
  exchange: async function* (context, response): SaslExchange {
    const { authorizationName, rest } = readGs2Message(response);
    if (!rest.startsWith(SEPARATOR)) throw new SaslSyntaxError('Invalid response');
    const token = bearerToken(readPairs(rest.slice(SEPARATOR.length)));
    const checked = await checkToken(context, { name: authorizationName, token });
    if (!('flaw' in checked)) return checked;
    const status = checked.flaw === 'wrong-scope' ? 'insufficient_scope' : 'invalid_token';
    const answer = yield JSON.stringify({
      status,
      scope: SCOPE,
      'openid-configuration': OPENID_CONFIGURATION,
    });
    if (answer !== SEPARATOR) throw new SaslSyntaxError('Expected AQ==');
    throw new LoginFailure('wrong-credentials');
  },
};

async function checkToken(
  { identify, authenticator }: SaslContext,
  credentials: TokenCredentials,
): Promise<Account | { readonly flaw: TokenFlaw }> {
  await identify(credentials.name ?? '');
  try {
    return authenticator.checkToken(credentials);
  } catch (error) {
    if (error instanceof TokenRefused) return { flaw: error.flaw };
    throw error;
  }
}

/** `key=value^A` pairs, then `^A`. Throws SaslSyntaxError. */
function readPairs(text: string): ReadonlyMap<string, string> {
  if (!text.endsWith(SEPARATOR + SEPARATOR)) throw new SaslSyntaxError('Invalid response');
  const pairs = new Map<string, string>();
  for (const pair of text.slice(0, -2 * SEPARATOR.length).split(SEPARATOR)) {
    const equals = pair.indexOf('=');
    if (equals < 1) throw new SaslSyntaxError('Invalid response');
    pairs.set(pair.slice(0, equals), pair.slice(equals + 1));
  }
  return pairs;
}

function requirePair(pairs: ReadonlyMap<string, string>, key: string): string {
  const value = pairs.get(key);
  if (value === undefined || value === '') throw new SaslSyntaxError(`The response has no ${key}`);
  return value;
}

/** RFC 6750 §2.1; any case of the scheme (RFC 9110 §11.1). */
function bearerToken(pairs: ReadonlyMap<string, string>): string {
  const [scheme = '', token = '', ...rest] = requirePair(pairs, 'auth').split(' ');
  if (scheme.toLowerCase() !== 'bearer' || token === '' || rest.length > 0) {
    throw new SaslSyntaxError('Expected a bearer token');
  }
  return token;
}
