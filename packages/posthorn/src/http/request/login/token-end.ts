/** The expiry of a token by its own claim. */
import { isJsonObject, parseJson } from '../json-object.ts';

/** Three parts of base64url with points between them (RFC 7519 §3). */
const JWT = /^[A-Za-z0-9_-]+\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]*$/;
/** Years with more than four digits are not dates of tokens. */
const MAX_SECONDS = 253_402_300_799;

/**
 * The `exp` of a JWT (RFC 7519 §4.1.4) in milliseconds since 1970; null for other tokens. Its signature is not checked, so the
 * claim may end a session earlier and never later.
 */
export function tokenEndHint(token: string): number | null {
  const [, payload] = JWT.exec(token) ?? [];
  if (payload === undefined) return null;
  const claims = parseJson(Buffer.from(payload, 'base64url').toString());
  const seconds = isJsonObject(claims) ? claims.exp : undefined;
  const isTime = typeof seconds === 'number' && seconds > 0 && seconds <= MAX_SECONDS;
  return isTime ? seconds * 1000 : null;
}
