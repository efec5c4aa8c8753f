/** The access token of an Authorization header with the Bearer scheme (RFC 6750 §2.1), or of a form. */
import { type BearerLogin, bearerLogin } from '../../../domain/login.ts';
import { MailError } from '../../../domain/mail-error.ts';
import { tokenEnded } from '../../../domain/token-errors.ts';
import { tokenEndHint } from './token-end.ts';

/** Tokens of Microsoft have up to 4 KB, and those with many groups more. */
const MAX_TOKEN_LENGTH = 8192;
const BEARER_HEADER = /^bearer +([\x21-\x7e]+) *$/i;
const BEARER_SCHEME = /^bearer(?: |$)/i;
/** Visible ASCII, which is all that a SASL mechanism carries. */
const TOKEN = /^[\x21-\x7e]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/** True for a header with the Bearer scheme. */
export function isBearerHeader(header: string | undefined): header is string {
  return header !== undefined && BEARER_SCHEME.test(header);
}

/** The token of the header; undefined where there is none that can be used. */
export function parseBearerToken(header: string | undefined): string | undefined {
  if (header === undefined || header.length > MAX_TOKEN_LENGTH + 'Bearer '.length) return undefined;
  const [, token] = BEARER_HEADER.exec(header) ?? [];
  return token;
}

/**
 * The login of a user with a token. Throws `invalid-parameter` for what cannot be a token or a user name, and
 * `authentication-failed` for a token that has expired by its own claim.
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

/** A request with a token that is not well-formed (RFC 6750 §3.1, `invalid_request`). */
export function invalidRequest(detail: string, parameter: string): MailError {
  return new MailError('invalid-parameter', {
    detail,
    parameter,
    tokenProblem: { error: 'invalid_request' },
  });
}
