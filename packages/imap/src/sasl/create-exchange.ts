import { InvalidArgument } from '../errors.ts';
import type { Credentials } from './credentials.ts';
import { OAuthBearerExchange } from './oauthbearer.ts';
import { PlainExchange } from './plain.ts';
import type { SaslExchange, SignInMechanism } from './sasl-exchange.ts';
import { ScramSha256Exchange } from './scram-sha-256.ts';
import { XOAuth2Exchange } from './xoauth2.ts';

/** Throws InvalidArgument if the mechanism cannot carry the secret. */
export function createExchange(credentials: Credentials, mechanism: SignInMechanism): SaslExchange {
  if ('token' in credentials) {
    if (mechanism === 'OAUTHBEARER') return new OAuthBearerExchange(credentials);
    if (mechanism === 'XOAUTH2') return new XOAuth2Exchange(credentials);
  } else {
    if (mechanism === 'PLAIN') return new PlainExchange(credentials);
    if (mechanism === 'SCRAM-SHA-256') return new ScramSha256Exchange(credentials);
  }
  throw new InvalidArgument(`${mechanism} does not carry this kind of secret.`);
}
