import type { MailboxSnapshot } from '../../../application/ports/mail/watch-connections.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { UidRanges } from '../../../domain/values/uid-ranges.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { OpenedMailbox } from '../session/open-mailbox.ts';
import { readInventory } from './read-inventory.ts';
import { searchRanges } from './search-ranges.ts';

const SYSTEM = ['SEEN', 'FLAGGED', 'ANSWERED', 'DRAFT'] as const;
/** No argument of its own in SEARCH. */
const PLAIN_KEYWORD = /^[A-Z0-9$_.:-]+$/;
const MAX_KEYWORDS = 64;

/** All messages and flags as uid sets; few octets with ESEARCH. */
export async function readSnapshot(
  session: ImapSession,
  mailbox: MailboxName,
  signal: AbortSignal,
): Promise<MailboxSnapshot> {
  // SELECT and EXAMINE return present keywords.
  const opened = await session.reopen(mailbox, signal);
  const { counts, uids } = await readInventory(session, mailbox, signal);
  const keywords = keywordsOf(opened);
  // After the counts: later changes are read again.
  const searches = [
    ...SYSTEM.map((keys) => ({ name: `\\${keys.toLowerCase()}`, keys })),
    ...(keywords ?? []).map((keyword) => ({ name: keyword.toLowerCase(), keys: `KEYWORD ${keyword}` })),
  ];
  const batch = Symbol('snapshot');
  const found = await Promise.all(
    searches.map(async ({ name, keys }): Promise<readonly [string, UidRanges]> => {
      const having = await searchRanges(session, { keys, batch }, signal);
      return [name, having.below(counts.uidNext)];
    }),
  );
  const flags = new Map(found.filter(([, having]) => having.bounds.length > 0));
  return { counts, uids, flags, hasKeywords: keywords !== null };
}

/** Null if none are named. Permanent flags may be empty after EXAMINE. */
function keywordsOf({ flags, permanentFlags }: OpenedMailbox): readonly string[] | null {
  const told = new Set([...flags, ...(permanentFlags ?? [])]);
  const keywords = [...told].filter((flag) => !flag.startsWith('\\'));
  if (told.size === 0 || keywords.length > MAX_KEYWORDS) return null;
  return keywords.every((keyword) => PLAIN_KEYWORD.test(keyword)) ? keywords : null;
}
