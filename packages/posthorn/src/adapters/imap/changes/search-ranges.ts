import { type CommandRunner, extendedSearch, search } from 'posthorn-imap';
import { MailError } from '../../../domain/mail-error.ts';
import { UidRanges } from '../../../domain/uid-ranges.ts';

/** Changes compare whole mailboxes several times in one turn of the event loop. */
const MAX_RANGES = 1_000_000;
/** Their text has up to 2 MB, and is made in one turn of the event loop. */
const MAX_WRITTEN_RANGES = 100_000;

/** A search without outside text in its keys. */
export interface RangeSearch {
  readonly keys: string;
  /** Searches of one batch are sent together where the server has ESEARCH. */
  readonly batch: symbol;
}

/** Returns the matches as ranges, short with ESEARCH (RFC 4731). Throws `mailbox-too-large`. */
export async function searchRanges(
  runner: CommandRunner,
  request: RangeSearch | string,
  signal: AbortSignal,
): Promise<UidRanges> {
  const { keys, ...batch } = typeof request === 'string' ? { keys: request } : request;
  if (!runner.capabilities.has('ESEARCH')) {
    const uids = UidRanges.of(await search(runner, { keys: [keys], isUid: true, isExtended: false }, signal));
    requireFewRanges(uids.bounds.length);
    return uids;
  }
  const extended = { keys: [keys], isUid: true, returns: ['ALL'] as const, ...batch };
  const { all } = await extendedSearch(runner, extended, signal);
  requireFewRanges(all?.ranges.length ?? 0);
  return all ? UidRanges.ofBounds(all.ranges) : UidRanges.none;
}

/** Checks the number of range bounds. */
export function areFewRanges(bounds: number): boolean {
  return bounds <= 2 * MAX_RANGES;
}

/** Throws `mailbox-too-large` for too many range bounds. */
export function requireFewRanges(bounds: number): void {
  if (!areFewRanges(bounds)) throw tooManyGaps(MAX_RANGES, 'find its changes');
}

/** Throws `mailbox-too-large` for uids whose text would be too long. */
export function requireShortText({ bounds }: UidRanges): void {
  if (bounds.length > 2 * MAX_WRITTEN_RANGES) throw tooManyGaps(MAX_WRITTEN_RANGES, 'list its uids');
}

function tooManyGaps(maximum: number, purpose: string): MailError {
  const detail = `The folder has more than ${maximum} gaps between uids, too many to ${purpose}.`;
  return new MailError('mailbox-too-large', { detail });
}
