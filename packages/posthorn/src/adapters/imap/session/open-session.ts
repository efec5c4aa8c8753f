/** One open session of a login, as its group keeps it. */
import type { ImapSession } from './imap-session.ts';

/** A session with the times by which it has to go. Times are in milliseconds since 1970. */
export interface OpenSession {
  readonly session: ImapSession;
  readonly openedAt: number;
  readonly endsAt: number;
  endTimer?: NodeJS.Timeout;
  /** True when it is not to be lent again. */
  isForgotten?: boolean;
  /** When it was returned last. */
  idleSince: number;
  idleTimer?: NodeJS.Timeout;
}

/** A login is proved again after this time, so that an old password stops working. */
const MAX_SESSION_AGE_MS = 15 * 60_000;

/** False where the connection is gone, the session is too old, or its login has ended. */
export function isUsable({ session, openedAt, endsAt }: OpenSession, now: number): boolean {
  return session.isOpen && now - openedAt <= MAX_SESSION_AGE_MS && now < endsAt;
}

export function clearTimers({ idleTimer, endTimer }: OpenSession): void {
  clearTimeout(idleTimer);
  clearTimeout(endTimer);
}
