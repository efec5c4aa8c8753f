import type { IncomingHttpHeaders } from 'node:http';
import type { RequestCredentials } from '../../../application/ports/auth-provider.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { Login } from '../../../domain/logins/login.ts';
import { isJsonObject, parseJson } from '../json-object.ts';
import { parseBasicCredentials } from './basic-credentials.ts';
import { invalidRequest, isBearerHeader, parseBearerToken, toBearerLogin } from './bearer-credentials.ts';

/** Lower case, as in Node's headers. */
const CONNECTION_DATA_HEADER = 'x-cnmail-data';
const USER_HEADER = 'x-mail-user';
/** `bearer`: the Basic password is a token. */
const AUTH_HEADER = 'x-mail-auth';
/** Login headers; caches vary by them (RFC 9110 §12.5.5). */
export const LOGIN_HEADERS = ['Authorization', 'X-CNMAIL-DATA', 'X-Mail-User', 'X-Mail-Auth'] as const;

/** Parses an `X-CNMAIL-DATA` header. Throws `invalid-parameter`. */
export type ConnectionDataDecoder = (headerValue: string) => unknown;

interface LoginMembers {
  readonly user?: unknown;
  readonly inbox_auth?: unknown;
}

/**
 * Reads the login. Throws `authentication-required` without readable credentials, `invalid-parameter` for
 * contradictions and a token without a user, `authentication-failed` for an expired token, and decoder errors.
 */
export function readCredentials(
  headers: IncomingHttpHeaders,
  decodeConnectionData: ConnectionDataDecoder,
): RequestCredentials {
  const { authorization, [CONNECTION_DATA_HEADER]: header } = headers;
  const basic = parseBasicCredentials(authorization);
  if (basic === undefined && !isBearerHeader(authorization)) {
    throw new MailError('authentication-required', { detail: 'The request carries no credentials.' });
  }
  const connectionData = header === undefined ? undefined : decodeConnectionData(String(header));
  const members = isJsonObject(connectionData) ? connectionData : {};
  const login = basic === undefined ? readToken(headers, members) : asChosen(basic, headers, members);
  return header === undefined ? { login } : { login, connectionData };
}

/** The unproved user name, if any. */
export function namedUser(headers: IncomingHttpHeaders): string | undefined {
  const { authorization, [CONNECTION_DATA_HEADER]: header = '' } = headers;
  const data = parseJson(Buffer.from(String(header), 'base64').toString());
  return (
    parseBasicCredentials(authorization)?.user ??
    userInHeader(headers) ??
    (isJsonObject(data) ? userMember(data) : undefined)
  );
}

function userInHeader({ [USER_HEADER]: named }: IncomingHttpHeaders): string | undefined {
  return named === undefined ? undefined : decodeHeader(String(named));
}

function userMember({ user }: LoginMembers): string | undefined {
  return typeof user === 'string' && user !== '' ? user : undefined;
}

function readToken(headers: IncomingHttpHeaders, members: LoginMembers): Login {
  const inData = userMember(members);
  const user = userInHeader(headers) ?? inData;
  if (inData !== undefined && user !== inData) {
    throw invalidRequest('X-Mail-User and the member user of X-CNMAIL-DATA name two users.', 'X-Mail-User');
  }
  return toBearerLogin(user, parseBearerToken(headers.authorization));
}

function asChosen(login: Login, headers: IncomingHttpHeaders, members: LoginMembers): Login {
  const named = [headers[AUTH_HEADER], members.inbox_auth].filter(
    (kind) => kind !== undefined && kind !== null,
  );
  const kinds = new Set(named.map((kind) => String(kind).toLowerCase()));
  if ([...kinds].some((kind) => kind !== 'bearer' && kind !== 'password')) {
    throw invalidRequest('X-Mail-Auth and inbox_auth are "password" or "bearer".', 'X-Mail-Auth');
  }
  if (!kinds.has('bearer')) return login;
  if (kinds.size > 1) {
    throw invalidRequest('X-Mail-Auth and inbox_auth of X-CNMAIL-DATA contradict each other.', 'X-Mail-Auth');
  }
  return toBearerLogin(login.user, login.secret.reveal());
}

/** Node decodes Latin-1 (RFC 9110 §5.5); clients also send UTF-8. */
function decodeHeader(value: string): string {
  const octets = Buffer.from(value, 'latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    return value;
  }
}
