import { type PasswordLogin, passwordLogin } from '../../../domain/logins/login.ts';

/** User and a token of 8 KB, in base64. */
const MAX_HEADER_LENGTH = 12_288;
const BASIC_HEADER = /^basic +([a-z0-9+/]+={0,2})$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here (RFC 7617 §2)
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/** Parses a Basic header (RFC 7617): UTF-8, else Latin-1 as of `btoa`. Undefined when missing, malformed or too long. */
export function parseBasicCredentials(header: string | undefined): PasswordLogin | undefined {
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return undefined;
  const [, encoded] = BASIC_HEADER.exec(header) ?? [];
  if (encoded === undefined) return undefined;
  const text = decodeText(Buffer.from(encoded, 'base64'));
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : toBasicCredentials(text.slice(0, colon), text.slice(colon + 1));
}

/** The login; undefined if no Basic header can carry it (colon in the user, control characters). */
export function toBasicCredentials(user: string, password: string): PasswordLogin | undefined {
  if (user === '' || user.includes(':') || CONTROL_CHARACTER.test(user + password)) return undefined;
  return passwordLogin(user, password);
}

function decodeText(octets: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    return octets.toString('latin1');
  }
}
