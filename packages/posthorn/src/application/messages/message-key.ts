import { mailUserKey } from '../../domain/accounts/login-key.ts';
import type { MessageRef } from '../../domain/messages/message-ref.ts';

/** A key in this process, without password or token: callers have proved their login. */
export function messageKey({ account, mailbox, uid }: MessageRef): string {
  return JSON.stringify([mailUserKey(account), mailbox, uid]);
}
