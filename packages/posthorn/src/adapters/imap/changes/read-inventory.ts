import type { MailboxInventory } from '../../../application/ports/mail/mail-changes.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { countMailbox } from '../session/mailbox-counts.ts';
import { requireShortText, searchRanges } from './search-ranges.ts';

/** If a mailbox changes all the time. */
const MAX_VIEWS = 5;

/**
 * All uids, in one round trip for an open mailbox. Asks the server: an inventory proves the reports behind a
 * session's index.
 */
export async function readInventory(
  session: ImapSession,
  mailbox: MailboxName,
  signal: AbortSignal,
): Promise<MailboxInventory> {
  let { uidValidity } = await session.open(mailbox, signal);
  for (let view = 1; view <= MAX_VIEWS; view += 1) {
    const before = session.invalidations;
    const [, counts, uids] = await Promise.all([
      session.poll(signal),
      countMailbox(session, mailbox, signal),
      searchRanges(session, 'ALL', signal),
    ]);
    requireShortText(uids);
    // Dovecot runs pipelined commands before reporting news: then they are outdated. STATUS and SEARCH of two
    // moments would make a state that skips messages.
    const isCurrent = before === session.invalidations;
    const isOneMoment =
      isCurrent && uids.size === counts.total && uids.below(counts.uidNext).size === uids.size;
    if (counts.uidValidity === uidValidity && isOneMoment) return { counts, uids };
    if (counts.uidValidity !== uidValidity) ({ uidValidity } = await session.reopen(mailbox, signal));
  }
  const detail = 'The mail server counts other messages than it shows.';
  throw new MailError('server-unavailable', { detail, retryAfterSeconds: 5 });
}
