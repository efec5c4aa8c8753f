import type { ImapSession } from './imap-session.ts';

/** A group's session. Times: epoch milliseconds. */
export interface OpenSession {
  readonly session: ImapSession;
  readonly openedAt: number;
  readonly endsAt: number;
  endTimer?: NodeJS.Timeout;
  isForgotten?: boolean;
  idleSince: number;
  idleTimer?: NodeJS.Timeout;
}

/** Limits use of an old password. */
const MAX_SESSION_AGE_MS = 15 * 60_000;

/** True if connected, young enough, and its login valid. */
export function isUsable({ session, openedAt, endsAt }: OpenSession, now: number): boolean {
  return session.isOpen && now - openedAt <= MAX_SESSION_AGE_MS && now < endsAt;
}

/** Ends its timers. */
export function clearTimers({ idleTimer, endTimer }: OpenSession): void {
  clearTimeout(idleTimer);
  clearTimeout(endTimer);
}
