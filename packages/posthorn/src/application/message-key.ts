/** What tells a message from all others that this process works on. */
import type { MessageLocation } from './message-location.ts';

/** The same for all who sign in as the same user, whatever their password was: their logins were proved before. */
export function messageKey({ account: { inbox, user }, mailbox, uid }: MessageLocation): string {
  return JSON.stringify([inbox.host.toLowerCase(), inbox.port, user, mailbox, uid]);
}
