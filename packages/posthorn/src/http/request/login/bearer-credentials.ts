import { MailError } from '../../../domain/errors/mail-error.ts';
import { type BearerLogin, bearerLogin } from '../../../domain/logins/login.ts';
import { tokenEnded } from '../../../domain/logins/token-errors.ts';
import { tokenEndHint } from './token-end.ts';

/** Microsoft: up to 4 KB, more with many groups. */
const MAX_TOKEN_LENGTH = 8192;
const BEARER_HEADER = /^bearer +([\x21-\x7e]+) *$/i;
const BEARER_SCHEME = /^bearer(?: |$)/i;
/** Alphabet of SASL mechanisms. */
const TOKEN = /^[\x21-\x7e]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/** True for the Bearer scheme. */
export function isBearerHeader(header: string | undefined): header is string {
  return header !== undefined && BEARER_SCHEME.test(header);
}

/** The token (RFC 6750 §2.1); undefined when missing or malformed. */
export function parseBearerToken(header: string | undefined): string | undefined {
  if (header === undefined || header.length > MAX_TOKEN_LENGTH + 'Bearer '.length) return undefined;
  const [, token] = BEARER_HEADER.exec(header) ?? [];
  return token;
}

/**
 * A token login. Throws `invalid-parameter` for a malformed token or user, `authentication-failed` for a
 * token past its own `exp`.
 */
export function toBearerLogin(user: string | undefined, token: string | undefined): BearerLogin {
  if (token === undefined || token.length > MAX_TOKEN_LENGTH || !TOKEN.test(token)) {
    throw invalidRequest(`A token has 1 to ${MAX_TOKEN_LENGTH} visible ASCII characters.`, 'Authorization');
  }
  if (user === undefined || user === '' || CONTROL_CHARACTER.test(user)) {
    const detail =
      'A token needs the name of its user: in the header X-Mail-User, or in X-CNMAIL-DATA as the member user.';
    throw invalidRequest(detail, 'X-Mail-User');
  }
  const endsAt = tokenEndHint(token);
  if (endsAt !== null && endsAt <= Date.now()) throw tokenEnded();
  return bearerLogin(user, token, { endsAt });
}

/** Error of a malformed token (RFC 6750 §3.1). */
export function invalidRequest(detail: string, parameter: string): MailError {
  return new MailError('invalid-parameter', {
    detail,
    parameter,
    tokenProblem: { error: 'invalid_request' },
  });
}
