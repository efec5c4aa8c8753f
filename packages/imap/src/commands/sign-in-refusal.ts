import { CommandRefused } from '../connection/connection-errors.ts';
import type { OAuthChallenge } from '../sasl/oauth-challenge.ts';

/**
 * Why a login was refused (RFC 5530).
 *
 * - `credentials`: wrong user or secret, or no authorization.
 * - `expired`: the secret was once valid.
 * - `unavailable`: retry later with the same secret.
 * - `contact-admin`: a person must act elsewhere.
 */
export type SignInRefusal =
  | 'credentials'
  | 'expired'
  | 'unavailable'
  | 'privacy-required'
  | 'limit'
  | 'contact-admin'
  | 'other';

/** A refused login, without server texts that repeat a secret. */
export class SignInRefused extends CommandRefused {
  override readonly name = 'SignInRefused';
  readonly reason: SignInRefusal;
  /** Show them to the user (RFC 9051 §7.1). */
  readonly alerts: readonly string[];
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

/** RFC 5530 §3, RFC 9051 §7.1; WEBALERT of Gmail. */
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
const SILENT_CODES: ReadonlySet<string> = new Set(['ALERT', 'CAPABILITY']);
/** Gmail has no code for this; Dovecot uses UNAVAILABLE. */
const CONNECTION_LIMIT = /too many (?:simultaneous )?connections|maximum number of connections/i;

/** NO without a code: a wrong secret. */
export function signInRefusal({
  status,
  code,
  text,
}: Pick<CommandRefused, 'status' | 'code' | 'text'>): SignInRefusal {
  if (CONNECTION_LIMIT.test(text)) return 'limit';
  if (code !== null && !SILENT_CODES.has(code.name)) return REASONS.get(code.name) ?? 'other';
  return status === 'NO' ? 'credentials' : 'other';
}
