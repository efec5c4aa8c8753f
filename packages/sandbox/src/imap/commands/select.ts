/** RFC 3501 §6.3.1, §6.4.2, RFC 3691. */
import type { MailboxView } from '../../mailbox/mailbox-view.ts';
import { flagLines } from '../responses/flag-lines.ts';
import { queueListName } from '../responses/list-name.ts';
import { readMailboxName } from '../session/mailbox-name.ts';
import type { Session } from '../session/session.ts';
import type { Command, CommandResult, Invocation } from './command.ts';
import { queueChangesSince, readSelectParameters } from './select-parameters.ts';

export const select: Command = { state: 'authenticated', handle: openMailbox };

export const examine: Command = { state: 'authenticated', handle: openMailbox };

/** Sends no EXPUNGE. */
export const close: Command = {
  state: 'selected',
  handle: ({ session, args }) => {
    args.expectEnd();
    const view = session.requireView();
    session.deselect();
    if (!view.isReadOnly) view.mailbox.expunge((message) => message.flags.has('\\Deleted'));
    return { text: 'Close completed' };
  },
};

export const unselect: Command = {
  state: 'selected',
  capability: 'UNSELECT',
  handle: ({ session, args }) => {
    args.expectEnd();
    session.deselect();
    return { text: 'Unselect completed' };
  },
};

function openMailbox({ session, args, name: command }: Invocation): CommandResult {
  args.space();
  const name = readMailboxName(session, args);
  const { usesCondstore, known } = readSelectParameters(session, args);
  const isReadOnly = command === 'EXAMINE';
  if (session.view !== undefined) session.untagged('OK [CLOSED] Previous mailbox closed');
  // A failed SELECT leaves no mailbox selected (RFC 3501 §6.3.1).
  session.deselect();
  const mailbox = session.requireAccount().mailboxes.require(name);
  session.isCondstoreEnabled ||= usesCondstore;
  describe(session, session.select({ mailbox, isReadOnly }));
  if (known !== undefined) queueChangesSince(session, known);
  return isReadOnly
    ? { text: 'Examine completed', code: 'READ-ONLY' }
    : { text: 'Select completed', code: 'READ-WRITE' };
}

function describe(session: Session, view: MailboxView): void {
  const { mailbox } = view;
  const lines = [
    ...flagLines(view),
    `${view.messages.length} EXISTS`,
    ...(session.isRev2Enabled ? [] : rev1Lines(view)),
    `OK [UIDVALIDITY ${mailbox.uidValidity}] UIDs valid`,
    `OK [UIDNEXT ${mailbox.uidNext}] Predicted next UID`,
    ...(session.has('OBJECTID') ? [`OK [MAILBOXID (${mailbox.id})] Id of the mailbox`] : []),
    ...(session.has('CONDSTORE') ? [`OK [HIGHESTMODSEQ ${mailbox.highestModSeq}] Highest`] : []),
  ];
  for (const line of lines) session.untagged(line);
  // RFC 9051 §6.3.2.
  if (session.isRev2Enabled) queueListName(session, { name: mailbox.name, oldName: undefined });
}

/** Absent from IMAP4rev2. */
function rev1Lines(view: MailboxView): readonly string[] {
  const firstUnseen = view.messages.findIndex((message) => !message.flags.has('\\Seen')) + 1;
  const unseen = firstUnseen === 0 ? [] : [`OK [UNSEEN ${firstUnseen}] First unseen`];
  return [`${view.recentCount} RECENT`, ...unseen];
}
