const SECONDS = /^[0-9]{1,9}$/;

/** Retry-After (RFC 9110 §10.2.3) in milliseconds from now; null for none or past. */
export function retryAfterOf(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  const waitMs = SECONDS.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return waitMs > 0 ? waitMs : null;
}
