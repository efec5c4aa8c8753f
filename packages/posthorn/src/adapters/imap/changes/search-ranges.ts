/** Searches that return ranges, which are short on the wire where the server has ESEARCH (RFC 4731). */
import { type CommandRunner, extendedSearch, search } from 'posthorn-imap';
import { UidRanges } from '../../../domain/uid-ranges.ts';

/** The uids that match; the keys hold no outside text. */
export async function searchRanges(
  runner: CommandRunner,
  keys: string,
  signal: AbortSignal,
): Promise<UidRanges> {
  if (!runner.capabilities.has('ESEARCH')) {
    return UidRanges.of(await search(runner, { keys: [keys], isUid: true, isExtended: false }, signal));
  }
  const request = { keys: [keys], isUid: true, returns: ['ALL'] as const };
  const { all } = await extendedSearch(runner, request, signal);
  return all ? UidRanges.ofBounds(all.ranges) : UidRanges.none;
}
