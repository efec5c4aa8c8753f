/** The credentials in a request. */
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestCredentials } from '../../../application/ports/auth-provider.ts';
import type { Login } from '../../../domain/login.ts';
import { MailError } from '../../../domain/mail-error.ts';
import { isJsonObject, parseJson } from '../json-object.ts';
import { parseBasicCredentials } from './basic-credentials.ts';
import { invalidRequest, isBearerHeader, parseBearerToken, toBearerLogin } from './bearer-credentials.ts';

/** The header in which a client describes its mail servers, in the lower case of Node's headers. */
const CONNECTION_DATA_HEADER = 'x-cnmail-data';
/** The user that a token is for. */
const USER_HEADER = 'x-mail-user';
/** `bearer` marks the password of Basic credentials as a token. */
const AUTH_HEADER = 'x-mail-auth';
/** The headers that choose the login: an answer to one login must not be taken for that to another (RFC 9110 §12.5.5). */
export const LOGIN_HEADERS = ['Authorization', 'X-CNMAIL-DATA', 'X-Mail-User', 'X-Mail-Auth'] as const;

/** Turns the value of an `X-CNMAIL-DATA` header into parsed JSON. Throws `invalid-parameter`. */
export type ConnectionDataDecoder = (headerValue: string) => unknown;

/** The members of the connection data with the user and the secret. */
interface LoginMembers {
  readonly user?: unknown;
  readonly inbox_auth?: unknown;
}

/**
 * The credentials of the request. Throws `authentication-required` when it carries none that can be read,
 * `invalid-parameter` for a token without a user and for contradictions, `authentication-failed` for a token that has ended,
 * and what the decoder throws.
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

/** The user name of a request with a token or Basic credentials, not proved; undefined where it has none. */
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

/** The login itself, or a token where the request says that the password is one. */
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

/** Clients send UTF-8 or Latin-1; Node gives the octets as Latin-1 (RFC 9110 §5.5). */
function decodeHeader(value: string): string {
  const octets = Buffer.from(value, 'latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    return value;
  }
}
