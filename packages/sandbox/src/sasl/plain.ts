/** PLAIN (RFC 4616) and the older LOGIN. */
import type { Account } from '../accounts/accounts.ts';
import {
  SaslAuthorizationError,
  type SaslContext,
  type SaslExchange,
  type SaslMechanism,
  SaslSyntaxError,
} from './mechanism.ts';

/** `authzid NUL authcid NUL password`. */
export const plain: SaslMechanism = {
  initialChallenge: '',
  // biome-ignore lint/correctness/useYield: one response is all there is
  exchange: async function* (context, response): SaslExchange {
    const [authorizationName, name, password, ...rest] = response.split('\0');
    if (name === undefined || password === undefined || rest.length > 0) {
      throw new SaslSyntaxError('Invalid response');
    }
    if (authorizationName !== '' && authorizationName !== name) throw new SaslAuthorizationError();
    return checkPassword(context, { name, password });
  },
};

export const login: SaslMechanism = {
  initialChallenge: 'Username:',
  exchange: async function* (context, name): SaslExchange {
    const password = yield 'Password:';
    return checkPassword(context, { name, password });
  },
};

async function checkPassword(
  { identify, authenticator }: SaslContext,
  credentials: { readonly name: string; readonly password: string },
): Promise<Account> {
  await identify(credentials.name);
  return authenticator.checkPassword(credentials);
}
