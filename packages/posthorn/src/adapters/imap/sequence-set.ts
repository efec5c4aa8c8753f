/** Sequence sets of uids (RFC 9051 §9, `sequence-set`). */
import { toUid, type Uid } from '../../domain/uid.ts';

/** Longest set in one command; servers bound a command line, Dovecot at 64 KB, others lower. */
const MAX_SET_OCTETS = 8_000;
/** No answer may name more uids than a mailbox can reasonably hold; a forged range would fill the memory. */
const MAX_SET_UIDS = 10_000_000;

/** The uids as sequence sets, ascending, neighbours joined to ranges, each short enough for one command. */
export function toSequenceSets(uids: Iterable<number>): readonly string[] {
  const sets: string[] = [];
  let current = '';
  for (const range of ranges([...uids].sort((a, b) => a - b))) {
    if (current.length + range.length + 1 > MAX_SET_OCTETS) {
      sets.push(current);
      current = '';
    }
    current = current === '' ? range : `${current},${range}`;
  }
  if (current !== '') sets.push(current);
  return sets;
}

/** The uids of a set in the order in which it names them (ESORT keeps the sort order, RFC 5267 §3). */
export function fromSequenceSet(set: string): readonly Uid[] {
  const uids: Uid[] = [];
  for (const range of set.split(',')) {
    const [first = '', last = first] = range.split(':');
    if (!addRange(uids, Number(first), Number(last))) return [];
  }
  return uids;
}

function addRange(uids: Uid[], first: number, last: number): boolean {
  const step = first <= last ? 1 : -1;
  if (Math.abs(last - first) + uids.length > MAX_SET_UIDS) return false;
  for (let value = first; ; value += step) {
    const uid = toUid(value);
    if (uid === undefined) return false;
    uids.push(uid);
    if (value === last) return true;
  }
}

function* ranges(ascending: readonly number[]): Generator<string> {
  let index = 0;
  while (index < ascending.length) {
    const first = ascending[index] as number;
    let last = first;
    while (index + 1 < ascending.length && (ascending[index + 1] as number) <= last + 1) {
      last = ascending[index + 1] as number;
      index += 1;
    }
    yield first === last ? String(first) : `${first}:${last}`;
    index += 1;
  }
}
