/** LIST, with the counts of all mailboxes in the same round trip where LIST-STATUS is offered (RFC 5819). */

import { MailError } from '../../../domain/mail-error.ts';
import type { Mailbox, MailboxCounts, SpecialUse } from '../../../domain/mailbox.ts';
import { type MailboxName, parseMailboxName } from '../../../domain/mailbox-name.ts';
import type { UntaggedResponse } from '../imap-connection.ts';
import { isRefused } from '../imap-errors.ts';
import { decodeMailboxName } from '../mailbox-name-coding.ts';
import { atom, isList, keyword, nodeText, type TokenNode, text } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';
import { readCounts, STATUS_ITEMS, status, statusMailbox } from './status.ts';

/** More mailboxes than this are not listed; the bound keeps a hostile server from filling the memory. */
const MAX_MAILBOXES = 20_000;

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
    if (error instanceof MailError && isRefused(error.cause)) return list(runner, [], signal);
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

function addMailbox(listing: Listing, { attributes }: UntaggedResponse): void {
  const encoded = nodeText(attributes[2]) ?? '';
  const name = parseMailboxName(decodeMailboxName(encoded));
  if (name === undefined || listing.mailboxes.size >= MAX_MAILBOXES) return;
  const flags = isList(attributes[0]) ? attributes[0].map(keyword) : [];
  const specialUse = flags.map((flag) => SPECIAL_USES.get(flag)).find((use) => use !== undefined);
  listing.mailboxes.set(encoded, {
    name,
    delimiter: nodeText(attributes[1]),
    isSelectable: !flags.some((flag) => NOT_SELECTABLE.includes(flag)),
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
    if (error instanceof MailError && isRefused(error.cause)) return undefined;
    throw error;
  }
}
