import type { MailboxSnapshot } from '../../../application/ports/mail/watch-connections.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { UidRanges } from '../../../domain/values/uid-ranges.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { OpenedMailbox } from '../session/open-mailbox.ts';
import { readInventory } from './read-inventory.ts';
import { searchRanges } from './search-ranges.ts';

const SYSTEM = ['SEEN', 'FLAGGED', 'ANSWERED', 'DRAFT'] as const;
/** An atom in upper case (RFC 9051 §9), which needs no quotes in SEARCH. */
const ATOM = /^[!#$&'+-[^_`|}~]+$/;
const MAX_KEYWORDS = 64;

/** All messages and flags as sets of uids; few octets with ESEARCH. */
export async function readSnapshot(
  session: ImapSession,
  mailbox: MailboxName,
  signal: AbortSignal,
): Promise<MailboxSnapshot> {
  // SELECT and EXAMINE return the present keywords.
  const opened = await session.reopen(mailbox, signal);
  const { counts, uids } = await readInventory(session, mailbox, signal);
  // Those that have come with messages of the inventory too.
  const keywords = keywordsOf(session.opened ?? opened);
  // After the counts: the next reading repeats later changes.
  const searches = [
    ...SYSTEM.map((keys) => ({ name: `\\${keys.toLowerCase()}`, keys })),
    ...(keywords ?? []).map((keyword) => ({ name: keyword.toLowerCase(), keys: `KEYWORD ${keyword}` })),
  ];
  const batch = Symbol('snapshot');
  const [found, last] = await Promise.all([
    Promise.all(
      searches.map(async ({ name, keys }): Promise<readonly [string, UidRanges]> => {
        return [name, await searchRanges(session, { keys, batch }, signal)];
      }),
    ),
    searchRanges(session, { keys: 'ALL', batch }, signal),
  ]);
  // Of a message that went in between, some searches found a flag and others did not.
  const gone = uids.minus(last);
  const present = uids.minus(gone);
  const flags = found
    .map(([name, having]) => [name, having.below(counts.uidNext).minus(gone)] as const)
    .filter(([, having]) => having.bounds.length > 0);
  return {
    counts: { ...counts, total: present.size },
    ...{ uids: present, flags: new Map(flags), hasKeywords: keywords !== null },
  };
}

/** Null if none are named. Permanent flags may be empty after EXAMINE. */
function keywordsOf({ flags, permanentFlags }: OpenedMailbox): readonly string[] | null {
  const told = new Set([...flags, ...(permanentFlags ?? [])]);
  const keywords = [...told].filter((flag) => !flag.startsWith('\\'));
  if (told.size === 0 || keywords.length > MAX_KEYWORDS) return null;
  return keywords.every((keyword) => ATOM.test(keyword)) ? keywords : null;
}
