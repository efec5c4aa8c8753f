import { type CommandRunner, extendedSearch, search } from 'posthorn-imap';
import { MailError } from '../../../domain/errors/mail-error.ts';
import { UidRanges } from '../../../domain/values/uid-ranges.ts';

/** Comparing whole mailboxes takes one turn of the event loop. */
const MAX_RANGES = 1_000_000;
/** Up to 2 MB of text, made in one turn. */
const MAX_WRITTEN_RANGES = 100_000;

/** Keys without outside text. */
export interface RangeSearch {
  readonly keys: string;
  /** Sent together with ESEARCH. */
  readonly batch: symbol;
}

/** Short with ESEARCH (RFC 4731). Throws `mailbox-too-large`. */
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

/** False for too many. */
export function areFewRanges(bounds: number): boolean {
  return bounds <= 2 * MAX_RANGES;
}

/** Throws `mailbox-too-large`. */
export function requireFewRanges(bounds: number): void {
  if (!areFewRanges(bounds)) throw tooManyGaps(MAX_RANGES, 'find its changes');
}

/** Throws `mailbox-too-large` for long texts. */
export function requireShortText({ bounds }: UidRanges): void {
  if (bounds.length > 2 * MAX_WRITTEN_RANGES) throw tooManyGaps(MAX_WRITTEN_RANGES, 'list its uids');
}

function tooManyGaps(maximum: number, purpose: string): MailError {
  const detail = `The folder has more than ${maximum} gaps between uids, too many to ${purpose}.`;
  return new MailError('mailbox-too-large', { detail });
}
