/** RFC 3501 §6.3.10, RFC 5819, RFC 7162. */
import { isStatusItem, queueStatus } from '../responses/status-response.ts';
import { readMailboxName } from '../session/mailbox-name.ts';
import type { Session } from '../session/session.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { reject } from '../wire/refusal.ts';
import type { Command } from './command.ts';

export const status: Command = {
  state: 'authenticated',
  handle: ({ session, args }) => {
    args.space();
    const name = readMailboxName(session, args);
    args.space();
    const items = readStatusItems(session, args);
    args.expectEnd();
    queueStatus(session, { mailbox: session.requireAccount().mailboxes.require(name), items });
    return { text: 'Status completed' };
  },
};

/** Items of disabled extensions are unknown. */
export function readStatusItems(session: Session, args: ArgumentReader): readonly string[] {
  const items = args.list(() => args.keyword());
  const isKnown = (item: string) => isStatusItem(session, item);
  if (items.length === 0 || !items.every(isKnown)) throw reject('Unknown status item');
  session.isCondstoreEnabled ||= items.includes('HIGHESTMODSEQ');
  return items;
}
