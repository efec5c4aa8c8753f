/** Keys that identify messages within this process. */
import { mailUserKey } from '../../domain/login-key.ts';
import type { MessageRef } from '../../domain/message-ref.ts';

/** The key does not depend on the password or token: every caller has proved its login before. */
export function messageKey({ account, mailbox, uid }: MessageRef): string {
  return JSON.stringify([mailUserKey(account), mailbox, uid]);
}
