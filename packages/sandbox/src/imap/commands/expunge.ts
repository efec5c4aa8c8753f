/** RFC 3501 §6.4.3, RFC 4315 §2.1. */
import type { StoredMessage } from '../../mailbox/mailbox.ts';
import type { OctetText } from '../../octet-text.ts';
import type { Session } from '../session/session.ts';
import { refuse, reject } from '../wire/refusal.ts';
import type { Command } from './command.ts';
import { readMessageSet, resolveMessageSet } from './message-set.ts';

export const expunge: Command = {
  state: 'selected',
  handle: ({ session, args, isUid }) => {
    const view = session.requireView();
    let isNamed = (_uid: number): boolean => true;
    if (isUid) {
      if (!session.has('UIDPLUS')) throw reject('Unknown command UID EXPUNGE');
      args.space();
      const named = resolveMessageSet(view, { text: readMessageSet(session, args), isUid });
      const uids = new Set(named.map(({ message }) => message.uid));
      isNamed = (uid) => uids.has(uid);
    }
    args.expectEnd();
    if (view.isReadOnly) throw refuse('The mailbox is read-only');
    const code = expungeMessages(
      session,
      (message) => message.flags.has('\\Deleted') && isNamed(message.uid),
    );
    return { text: 'Expunge completed', code };
  },
};

/** HIGHESTMODSEQ under QRESYNC (RFC 7162 §3.2.7). */
export function expungeMessages(
  session: Session,
  isLeaving: (message: StoredMessage) => boolean,
): OctetText | undefined {
  const { mailbox } = session.requireView();
  const countBefore = mailbox.messages.length;
  mailbox.expunge(isLeaving);
  const hasExpunged = mailbox.messages.length < countBefore;
  return hasExpunged && session.isQresyncEnabled ? `HIGHESTMODSEQ ${mailbox.highestModSeq}` : undefined;
}
