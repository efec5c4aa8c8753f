/** `posthorn-imap/sasl`: SASL mechanisms (RFC 4422) for SMTP and others. */
export { InvalidArgument, ProtocolViolation } from './errors.ts';
export { createExchange } from './sasl/create-exchange.ts';
export { type Credentials, checkCredentials } from './sasl/credentials.ts';
export type { OAuthChallenge } from './sasl/oauth-challenge.ts';
export type { SaslExchange, SignInMechanism, TokenMechanism } from './sasl/sasl-exchange.ts';
export { repeats } from './sasl/secret-text.ts';
