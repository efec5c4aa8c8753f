/** LIST, with the counts of all mailboxes in the same round trip where LIST-STATUS is offered (RFC 5819). */

import type { Mailbox, MailboxCounts, SpecialUse } from '../../../domain/mailbox.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { UntaggedResponse } from '../imap-connection.ts';
import { isRefused } from '../imap-errors.ts';
import { atom, type TokenNode, text } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';
import { MAX_MAILBOXES, readListedName } from './list-names.ts';
import { readCounts, STATUS_ITEMS, status, statusMailbox } from './status.ts';

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

interface Listing {
  readonly mailboxes: Map<string, Mailbox>;
  readonly counts: Map<string, MailboxCounts>;
}

/** All mailboxes in the server's order, those that can be selected with their counts. */
export async function listMailboxes(runner: CommandRunner, signal: AbortSignal): Promise<readonly Mailbox[]> {
  const listing = runner.capabilities.has('LIST-STATUS')
    ? await listWithStatus(runner, signal)
    : await list(runner, [], signal);
  await addMissingCounts(runner, listing, signal);
  return [...listing.mailboxes].map(([encoded, mailbox]) => {
    const counts = listing.counts.get(encoded);
    return mailbox.isSelectable && counts ? { ...mailbox, counts } : mailbox;
  });
}

async function listWithStatus(runner: CommandRunner, signal: AbortSignal): Promise<Listing> {
  // A server that is asked for anything by RETURN may leave out all that was not asked for.
  const specialUse = runner.capabilities.has('SPECIAL-USE') ? [atom('SPECIAL-USE')] : [];
  try {
    return await list(runner, [atom('RETURN'), [...specialUse, atom('STATUS'), STATUS_ITEMS]], signal);
  } catch (error) {
    // Some servers announce LIST-STATUS and then refuse it.
    if (isRefused(error)) return list(runner, [], signal);
    throw error;
  }
}

async function list(
  runner: CommandRunner,
  options: readonly TokenNode[],
  signal: AbortSignal,
): Promise<Listing> {
  const listing: Listing = { mailboxes: new Map(), counts: new Map() };
  const readList = (response: UntaggedResponse) => addMailbox(listing, response);
  const readStatus = (response: UntaggedResponse) => {
    listing.counts.set(statusMailbox(response), readCounts(response));
  };
  await runner.run(
    {
      name: 'LIST',
      arguments: [text(''), text('*'), ...options],
      untagged: { LIST: readList, STATUS: readStatus },
    },
    signal,
  );
  return listing;
}

function addMailbox(listing: Listing, response: UntaggedResponse): void {
  const listed = readListedName(response);
  if (!listed || listing.mailboxes.size >= MAX_MAILBOXES) return;
  const { encoded, name, delimiter, attributes } = listed;
  const specialUse = attributes.map((flag) => SPECIAL_USES.get(flag)).find((use) => use !== undefined);
  listing.mailboxes.set(encoded, {
    name,
    delimiter,
    isSelectable: !attributes.some((flag) => NOT_SELECTABLE.includes(flag)),
    ...(specialUse && { specialUse }),
  });
}

/** One STATUS for each mailbox that LIST brought no counts for. */
async function addMissingCounts(runner: CommandRunner, listing: Listing, signal: AbortSignal): Promise<void> {
  for (const [encoded, mailbox] of listing.mailboxes) {
    if (!mailbox.isSelectable || listing.counts.has(encoded)) continue;
    const counts = await statusOrNothing(runner, mailbox.name, signal);
    if (counts) listing.counts.set(encoded, counts);
  }
}

/** A mailbox that refuses STATUS (no permission, just deleted) is listed without counts. */
async function statusOrNothing(
  runner: CommandRunner,
  name: MailboxName,
  signal: AbortSignal,
): Promise<MailboxCounts | undefined> {
  try {
    return await status(runner, name, signal);
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
