/** What a request says about its sender. */
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestCredentials } from '../../application/ports/auth-provider.ts';
import { MailError } from '../../domain/mail-error.ts';
import { parseBasicCredentials } from './basic-credentials.ts';

/** The header in which a client describes its mail servers, in the lower case of Node's headers. */
const CONNECTION_DATA_HEADER = 'x-cnmail-data';
/** The headers that choose the login: an answer to one login must not be taken for that to another (RFC 9110 §12.5.5). */
export const LOGIN_HEADERS = ['Authorization', 'X-CNMAIL-DATA'] as const;

/** Turns the value of an `X-CNMAIL-DATA` header into parsed JSON. Throws `invalid-parameter`. */
export type ConnectionDataDecoder = (headerValue: string) => unknown;

/**
 * The credentials of the request. Throws `authentication-required` when it carries none that can be read, and
 * what the decoder throws.
 */
export function readCredentials(
  headers: IncomingHttpHeaders,
  decodeConnectionData: ConnectionDataDecoder,
): RequestCredentials {
  const login = parseBasicCredentials(headers.authorization);
  if (login === undefined) {
    throw new MailError('authentication-required', { detail: 'The request carries no credentials.' });
  }
  const header = headers[CONNECTION_DATA_HEADER];
  if (header === undefined) return { login };
  return { login, connectionData: decodeConnectionData(String(header)) };
}
