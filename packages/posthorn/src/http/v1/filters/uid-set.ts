import { parseUid, toUid, type Uid } from '../../../domain/values/uid.ts';

const MAX_UIDS = 1_000;

/** Parses `4,7-9`; undefined for an invalid or too long list. */
export function parseUidSet(text: string): readonly Uid[] | undefined {
  const uids = new Set<Uid>();
  for (const element of text.split(',')) {
    const ends = element.split('-');
    const [first, last] = [ends[0], ends.at(-1)].map((end) => parseUid(end ?? ''));
    if (ends.length > 2 || first === undefined || last === undefined) return undefined;
    if (first > last || last - first >= MAX_UIDS) return undefined;
    for (let value: number = first; value <= last; value += 1) {
      const uid = toUid(value);
      if (uid !== undefined) uids.add(uid);
    }
    if (uids.size > MAX_UIDS) return undefined;
  }
  return [...uids];
}
