import { InvalidArgument } from '../errors.ts';
import type { PasswordMechanism, TokenMechanism } from './sasl-exchange.ts';

/** User and password. */
export interface PasswordCredentials {
  readonly user: string;
  readonly password: string;
  /** LOGIN or PLAIN by default. */
  readonly mechanism?: PasswordMechanism;
}

/** An OAuth 2.0 access token for `user`'s mailbox. */
export interface TokenCredentials {
  readonly user: string;
  readonly token: string;
  /** OAUTHBEARER or XOAUTH2 by default. */
  readonly mechanism?: TokenMechanism;
  /** Some servers compare host and port (RFC 7628 §3.1). */
  readonly host?: string;
  readonly port?: number;
}

export type Credentials = PasswordCredentials | TokenCredentials;

/** NUL ends strings, a line break the command. */
const UNSENDABLE = /[\0\r\n]/;
/** %x01 separates the fields of XOAUTH2 and OAUTHBEARER. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const UNSENDABLE_IN_USER = /[\0\r\n\x01]/;
/** Providers use visible ASCII (RFC 6750 §2.1). */
const TOKEN = /^[\x21-\x7e]+$/;
const HOST = /^[\x21-\x2b\x2d-\x7e]+$/;
const MAX_PORT = 65_535;

/** Throws InvalidArgument for unsendable credentials, without their values. */
export function checkCredentials(credentials: Credentials): void {
  const { user } = credentials;
  if (user === '' || !user.isWellFormed() || UNSENDABLE_IN_USER.test(user)) {
    throw new InvalidArgument('The user name is empty, or has characters that cannot be sent.');
  }
  if ('token' in credentials) checkToken(credentials);
  else checkPassword(credentials);
}

/** JavaScript callers have no types. */
const PASSWORD_MECHANISMS: ReadonlySet<string> = new Set(['LOGIN', 'PLAIN', 'SCRAM-SHA-256']);
const TOKEN_MECHANISMS: ReadonlySet<string> = new Set(['OAUTHBEARER', 'XOAUTH2']);

function checkPassword({ password, mechanism = 'LOGIN' }: PasswordCredentials): void {
  if (!PASSWORD_MECHANISMS.has(mechanism)) throw new InvalidArgument('The mechanism carries no password.');
  if (!password.isWellFormed() || UNSENDABLE.test(password)) {
    throw new InvalidArgument('The password has characters that cannot be sent.');
  }
}

function checkToken(credentials: TokenCredentials): void {
  const { token, host, port, mechanism = 'XOAUTH2' } = credentials;
  if (!TOKEN_MECHANISMS.has(mechanism)) throw new InvalidArgument('The mechanism carries no token.');
  if ('password' in credentials)
    throw new InvalidArgument('Credentials have a password or a token, not both.');
  if (!TOKEN.test(token)) throw new InvalidArgument('The token is empty, or is not visible ASCII.');
  if (host !== undefined && !HOST.test(host)) throw new InvalidArgument('The host is not a host name.');
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port <= MAX_PORT)) {
    throw new InvalidArgument('The port is not a number from 1 to 65535.');
  }
}
