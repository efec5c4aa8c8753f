/** All mailboxes, with their counts in the same round trip where LIST-STATUS is offered (RFC 5819). */
import { type ListRequest, list, type MailboxList } from 'posthorn-imap';
import type { Mailbox, MailboxCounts, SpecialUse } from '../../../domain/mailbox.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import { isRefused } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { countMailbox, statusItems, toCounts } from '../session/mailbox-counts.ts';
import { toListedName } from './mailbox-names.ts';
import { asListedBefore } from './unchanged-mailboxes.ts';

const SPECIAL_USES: ReadonlyMap<string, SpecialUse> = new Map([
  ['\\ALL', 'all'],
  ['\\ARCHIVE', 'archive'],
  ['\\DRAFTS', 'drafts'],
  ['\\FLAGGED', 'flagged'],
  ['\\IMPORTANT', 'important'],
  ['\\JUNK', 'junk'],
  ['\\SPAM', 'junk'],
  ['\\SENT', 'sent'],
  ['\\TRASH', 'trash'],
]);
const NOT_SELECTABLE = ['\\NOSELECT', '\\NONEXISTENT'];
const ALL: ListRequest = { pattern: '*' };

interface Listing {
  /** By encoded name. */
  readonly mailboxes: ReadonlyMap<string, Mailbox>;
  readonly counts: Map<string, MailboxCounts>;
}

/**
 * All mailboxes in the server's order, those that can be selected with their counts as they are after this call. Servers count the open
 * mailbox as they have told the session (Dovecot does, in whatever order the commands are sent); so the counts are good when a NOOP
 * together with them tells nothing. While nothing changes, a session gives the same object.
 */
export async function listCurrentMailboxes(
  session: ImapSession,
  signal: AbortSignal,
): Promise<readonly Mailbox[]> {
  const { invalidations } = session;
  const [, listed] = await Promise.all([session.poll(signal), listMailboxes(session, signal)]);
  const isCurrent = session.invalidations === invalidations;
  return asListedBefore(session, isCurrent ? listed : await listMailboxes(session, signal));
}

/** The same with the counts of the open mailbox as the session was told last. */
export async function listMailboxes(session: ImapSession, signal: AbortSignal): Promise<readonly Mailbox[]> {
  const listing = toListing(await listWithStatus(session, signal));
  await addMissingCounts(session, listing, signal);
  return [...listing.mailboxes].map(([encoded, mailbox]) => {
    const counts = listing.counts.get(encoded);
    return mailbox.isSelectable && counts ? { ...mailbox, counts } : mailbox;
  });
}

/** The same without counts: one command. */
export async function listUncountedMailboxes(
  session: ImapSession,
  signal: AbortSignal,
): Promise<readonly Mailbox[]> {
  const { capabilities } = session;
  const isExtended = capabilities.has('LIST-EXTENDED') || capabilities.has('LIST-STATUS');
  const listed = await listReturning(session, isExtended ? {} : null, signal);
  return [...toListing(listed).mailboxes.values()];
}

async function listWithStatus(session: ImapSession, signal: AbortSignal): Promise<MailboxList> {
  const hasStatus = session.capabilities.has('LIST-STATUS');
  return listReturning(session, hasStatus ? { statusItems: statusItems(session) } : null, signal);
}

/** Null: the server has no RETURN options (RFC 5258 §3). */
async function listReturning(
  session: ImapSession,
  options: Pick<ListRequest, 'statusItems'> | null,
  signal: AbortSignal,
): Promise<MailboxList> {
  if (options === null) return list(session, ALL, signal);
  // With RETURN options a server may leave out all data that is not requested.
  const returns = session.capabilities.has('SPECIAL-USE') ? (['SPECIAL-USE'] as const) : [];
  try {
    return await list(session, { ...ALL, returns, ...options }, signal);
  } catch (error) {
    // Some servers announce LIST-STATUS and then refuse it.
    if (isRefused(error)) return list(session, ALL, signal);
    throw error;
  }
}

function toListing({ mailboxes: listed, statuses }: MailboxList): Listing {
  const mailboxes = new Map<string, Mailbox>();
  for (const { name, encoded, delimiter, attributes } of listed.flatMap((each) => toListedName(each) ?? [])) {
    const specialUse = attributes.map((flag) => SPECIAL_USES.get(flag)).find((use) => use !== undefined);
    mailboxes.set(encoded, {
      name,
      delimiter,
      isSelectable: !attributes.some((flag) => NOT_SELECTABLE.includes(flag)),
      ...(specialUse && { specialUse }),
    });
  }
  return { mailboxes, counts: new Map(statuses.map((status) => [status.mailbox.raw, toCounts(status)])) };
}

/** One STATUS for each mailbox that LIST brought no counts for, all on their way at once. */
async function addMissingCounts(session: ImapSession, listing: Listing, signal: AbortSignal): Promise<void> {
  const missing = [...listing.mailboxes].filter(
    ([encoded, { isSelectable }]) => isSelectable && !listing.counts.has(encoded),
  );
  const counting = missing.map(async ([encoded, { name }]) => {
    const counts = await countsOrNothing(session, name, signal);
    if (counts) listing.counts.set(encoded, counts);
  });
  await Promise.all(counting);
}

/** A mailbox that refuses STATUS (no permission, just deleted) is listed without counts. */
async function countsOrNothing(
  session: ImapSession,
  name: MailboxName,
  signal: AbortSignal,
): Promise<MailboxCounts | undefined> {
  try {
    return await countMailbox(session, name, signal);
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
