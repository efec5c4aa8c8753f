/** The flags of the domain as IMAP writes them (RFC 9051 §2.3.2). */
import type { MessageFlag } from '../../domain/message-query.ts';

const SYSTEM_FLAGS = {
  seen: '\\Seen',
  answered: '\\Answered',
  draft: '\\Draft',
  flagged: '\\Flagged',
} as const satisfies Record<MessageFlag, string>;

/** All flags that the domain knows. */
export const MESSAGE_FLAGS = Object.keys(SYSTEM_FLAGS) as readonly MessageFlag[];

/** The flag's name on the wire. */
export function systemFlag(flag: MessageFlag): string {
  return SYSTEM_FLAGS[flag];
}
