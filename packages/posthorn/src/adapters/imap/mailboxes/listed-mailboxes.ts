import { type ListRequest, list, type MailboxList, type MailboxStatusResponse } from 'posthorn-imap';
import type { Mailbox, MailboxCounts, SpecialUse } from '../../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { isRefused } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { askStatus, listedItems, toCounts } from '../session/mailbox-counts.ts';
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

type Counted = Pick<Mailbox, 'mailboxId'> & { readonly counts: MailboxCounts };

interface Listing {
  /** By encoded name. */
  readonly mailboxes: ReadonlyMap<string, Mailbox>;
  readonly counted: Map<string, Counted>;
}

/**
 * Lists with current counts, in the server's order, by LIST-STATUS (RFC 5819). Unchanged lists are the same
 * object.
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

/** Lists with the open mailbox's last known counts. */
export async function listMailboxes(session: ImapSession, signal: AbortSignal): Promise<readonly Mailbox[]> {
  const listing = toListing(await listWithStatus(session, signal));
  await addMissingCounts(session, listing, signal);
  return [...listing.mailboxes].map(([encoded, mailbox]) => {
    const counted = listing.counted.get(encoded);
    return mailbox.isSelectable && counted ? { ...mailbox, ...counted } : mailbox;
  });
}

/** Lists without counts. */
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
  return listReturning(session, hasStatus ? { statusItems: listedItems(session) } : null, signal);
}

/** `options` null: no RETURN (RFC 5258 §3). */
async function listReturning(
  session: ImapSession,
  options: Pick<ListRequest, 'statusItems'> | null,
  signal: AbortSignal,
): Promise<MailboxList> {
  if (options === null) return list(session, ALL, signal);
  // Without it servers may omit them.
  const returns = session.capabilities.has('SPECIAL-USE') ? (['SPECIAL-USE'] as const) : [];
  try {
    return await list(session, { ...ALL, returns, ...options }, signal);
  } catch (error) {
    // Some announce LIST-STATUS and refuse it.
    if (isRefused(error)) return list(session, ALL, signal);
    throw error;
  }
}

function toListing({ mailboxes: listed, statuses }: MailboxList): Listing {
  const mailboxes = new Map<string, Mailbox>();
  for (const each of listed.flatMap((response) => toListedName(response) ?? [])) {
    const { name, encoded, delimiter, attributes, oldName } = each;
    // NOTIFY reports what is renamed after its line.
    for (const [former, mailbox] of mailboxes) if (mailbox.name === oldName) mailboxes.delete(former);
    const specialUse = attributes.map((flag) => SPECIAL_USES.get(flag)).find((use) => use !== undefined);
    mailboxes.set(encoded, {
      name,
      delimiter,
      isSelectable: !attributes.some((flag) => NOT_SELECTABLE.includes(flag)),
      ...(specialUse && { specialUse }),
    });
  }
  return { mailboxes, counted: new Map(statuses.map((status) => [status.mailbox.raw, toCounted(status)])) };
}

function toCounted(status: MailboxStatusResponse): Counted {
  const { mailboxId } = status;
  return { counts: toCounts(status), ...(mailboxId !== undefined && { mailboxId }) };
}

async function addMissingCounts(session: ImapSession, listing: Listing, signal: AbortSignal): Promise<void> {
  const missing = [...listing.mailboxes].filter(
    ([encoded, { isSelectable }]) => isSelectable && !listing.counted.has(encoded),
  );
  const counting = missing.map(async ([encoded, { name }]) => {
    const counted = await countedOrNothing(session, name, signal);
    if (counted) listing.counted.set(encoded, counted);
  });
  await Promise.all(counting);
}

async function countedOrNothing(
  session: ImapSession,
  name: MailboxName,
  signal: AbortSignal,
): Promise<Counted | undefined> {
  try {
    return toCounted(await askStatus(session, { name, items: listedItems(session) }, signal));
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
