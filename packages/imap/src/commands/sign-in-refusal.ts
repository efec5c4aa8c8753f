/** The refusal of a login, and what it means. */
import { CommandRefused } from '../connection/connection-errors.ts';
import type { OAuthChallenge } from '../sasl/oauth-challenge.ts';

/**
 * Why a server refused a login, by its response code (RFC 5530), which takes precedence over the word NO.
 *
 * - `credentials`: user and secret do not belong together, or may not act for each other.
 * - `expired`: the secret was right once.
 * - `unavailable`: the server cannot check the login now; try later with the same secret.
 * - `privacy-required`: the server wants an encrypted connection.
 * - `limit`: too many connections or logins.
 * - `contact-admin`: a person must act elsewhere, as the text or an alert explains.
 * - `other`: anything else.
 */
export type SignInRefusal =
  | 'credentials'
  | 'expired'
  | 'unavailable'
  | 'privacy-required'
  | 'limit'
  | 'contact-admin'
  | 'other';

/** The server refused a login. No member holds a secret: a text of the server that repeats one is left out. */
export class SignInRefused extends CommandRefused {
  override readonly name = 'SignInRefused';
  readonly reason: SignInRefusal;
  /** Texts that RFC 9051 §7.1 wants to be shown to the user. */
  readonly alerts: readonly string[];
  /** The server's error about a token before the refusal; null where it sent none. */
  readonly challenge: OAuthChallenge | null;

  constructor(
    answer: Pick<CommandRefused, 'command' | 'status' | 'code' | 'text'>,
    judgement: Pick<SignInRefused, 'reason' | 'alerts' | 'challenge'>,
  ) {
    super(answer);
    this.reason = judgement.reason;
    this.alerts = judgement.alerts;
    this.challenge = judgement.challenge;
  }
}

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
