import { isJsonObject, parseJson } from '../json-object.ts';

/** RFC 7519 §3. */
const JWT = /^[A-Za-z0-9_-]+\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]*$/;
/** The year 9999. */
const MAX_SECONDS = 253_402_300_799;

/** A JWT's `exp` (RFC 7519 §4.1.4) in epoch milliseconds, or null. Unverified: may only shorten sessions. */
export function tokenEndHint(token: string): number | null {
  const [, payload] = JWT.exec(token) ?? [];
  if (payload === undefined) return null;
  const claims = parseJson(Buffer.from(payload, 'base64url').toString());
  const seconds = isJsonObject(claims) ? claims.exp : undefined;
  const isTime = typeof seconds === 'number' && seconds > 0 && seconds <= MAX_SECONDS;
  return isTime ? seconds * 1000 : null;
}
