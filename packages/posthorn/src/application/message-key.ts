/** Keys that identify messages within this process. */
import type { MessageRef } from '../domain/message-ref.ts';

/** The key does not depend on the password: every caller has proved its login before. */
export function messageKey({ account: { inbox, user }, mailbox, uid }: MessageRef): string {
  return JSON.stringify([inbox.host.toLowerCase(), inbox.port, user, mailbox, uid]);
}
