import { mailUserKey } from '../../domain/login-key.ts';
import type { MessageRef } from '../../domain/message-ref.ts';

/** Returns a process-wide key without the password or token: every caller has proved its login. */
export function messageKey({ account, mailbox, uid }: MessageRef): string {
  return JSON.stringify([mailUserKey(account), mailbox, uid]);
}
