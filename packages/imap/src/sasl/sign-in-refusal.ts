/** What the refusal of a login means. */
import type { CommandRefused, SignInRefusal } from '../errors.ts';

/** RFC 5530 §3, RFC 9051 §7.1, and WEBALERT of Gmail. */
const REASONS: ReadonlyMap<string, SignInRefusal> = new Map<string, SignInRefusal>([
  ['AUTHENTICATIONFAILED', 'credentials'],
  ['AUTHORIZATIONFAILED', 'credentials'],
  ['EXPIRED', 'expired'],
  ['UNAVAILABLE', 'unavailable'],
  ['INUSE', 'unavailable'],
  ['SERVERBUG', 'unavailable'],
  ['PRIVACYREQUIRED', 'privacy-required'],
  ['LIMIT', 'limit'],
  ['CONTACTADMIN', 'contact-admin'],
  ['WEBALERT', 'contact-admin'],
]);
/** Codes that do not reveal the reason. */
const SILENT_CODES: ReadonlySet<string> = new Set(['ALERT', 'CAPABILITY']);
/** Gmail has no code of its own for this ("[ALERT] Too many simultaneous connections."), and Dovecot calls it UNAVAILABLE. */
const CONNECTION_LIMIT = /too many (?:simultaneous )?connections|maximum number of connections/i;

/**
 * The reason, by the response code first. A NO without one means that the secret is wrong (RFC 9051 §6.2.2, §6.2.3); a BAD means that
 * the server did not understand.
 */
export function signInRefusal({
  status,
  code,
  text,
}: Pick<CommandRefused, 'status' | 'code' | 'text'>): SignInRefusal {
  if (CONNECTION_LIMIT.test(text)) return 'limit';
  if (code !== null && !SILENT_CODES.has(code.name)) return REASONS.get(code.name) ?? 'other';
  return status === 'NO' ? 'credentials' : 'other';
}
