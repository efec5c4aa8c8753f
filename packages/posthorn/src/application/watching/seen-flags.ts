import type { MessageItem } from '../../domain/messages/message-item.ts';
import { UidRanges } from '../../domain/values/uid-ranges.ts';

/** Message attributes that may change. */
export const FLAG_FIELDS = ['seen', 'flagged', 'answered', 'draft', 'keywords'] as const;
export type FlagField = (typeof FLAG_FIELDS)[number];

/** Sets of uids by flag: names such as `\seen`, and lower-case keywords. */
export type FlagSets = ReadonlyMap<string, UidRanges>;

/** The last seen flags. */
export interface SeenFlags {
  /** Flags of smaller uids are not remembered. */
  readonly from: number;
  readonly sets: FlagSets;
}

/** A message and its flags. */
export interface FlaggedMessage {
  readonly uid: number;
  readonly flags: ReadonlySet<string>;
}

/** A message whose flags have changed since last seen. */
export interface UpdatedMessage extends FlaggedMessage {
  readonly fields: readonly FlagField[];
}

export const NO_FLAGS: SeenFlags = { from: 1, sets: new Map() };

/** Bounds the octets written at each change. */
const MAX_BOUNDS = 40_000;
const SYSTEM = ['seen', 'flagged', 'answered', 'draft'] as const;

/** The flags of a message with all of `FLAG_FIELDS`. */
export function flagsOf(item: MessageItem): ReadonlySet<string> {
  const system = SYSTEM.filter((field) => item[field] === true).map((field) => `\\${field}`);
  return new Set([...system, ...(item.keywords ?? []).map((keyword) => keyword.toLowerCase())]);
}

/** A message's flags among sets. */
export function flagsAmong(sets: FlagSets, uid: number): ReadonlySet<string> {
  return new Set([...sets].filter(([, uids]) => uids.has(uid)).map(([name]) => name));
}

/** Messages whose flags have changed; all fields if none were remembered. */
export function changedFlags(
  seen: SeenFlags,
  messages: readonly FlaggedMessage[],
): readonly UpdatedMessage[] {
  return messages.flatMap(({ uid, flags }) => {
    const fields = uid < seen.from ? FLAG_FIELDS : fieldsBetween(flagsAmong(seen.sets, uid), flags);
    return fields.length === 0 ? [] : [{ uid, flags, fields }];
  });
}

/** Messages among `uids` whose flags differ between the sets. */
export function changedSets(
  seen: SeenFlags,
  { sets, uids }: { readonly sets: FlagSets; readonly uids: UidRanges },
): readonly UpdatedMessage[] {
  const remembered = uids.from(seen.from);
  let changed = UidRanges.none;
  for (const name of new Set([...seen.sets.keys(), ...sets.keys()])) {
    const before = seen.sets.get(name) ?? UidRanges.none;
    const now = sets.get(name) ?? UidRanges.none;
    changed = changed.plus(before.minus(now)).plus(now.minus(before));
  }
  const both = remembered.minus(remembered.minus(changed));
  const messages = ascending(both).map((uid) => ({ uid, flags: flagsAmong(sets, uid) }));
  return changedFlags(seen, messages);
}

/** Remembers flags of these messages. */
export function withFlags({ from, sets }: SeenFlags, messages: readonly FlaggedMessage[]): SeenFlags {
  const remembered = messages.filter(({ uid }) => uid >= from);
  if (remembered.length === 0) return { from, sets };
  const all = UidRanges.of(remembered.map(({ uid }) => uid));
  const names = new Set([...sets.keys(), ...remembered.flatMap(({ flags }) => [...flags])]);
  const changed = new Map<string, UidRanges>();
  for (const name of names) {
    const having = remembered.filter(({ flags }) => flags.has(name)).map(({ uid }) => uid);
    const uids = (sets.get(name) ?? UidRanges.none).minus(all).plus(UidRanges.of(having));
    if (uids.bounds.length > 0) changed.set(name, uids);
  }
  return bounded({ from, sets: changed });
}

/** Forgets flags of these messages. */
export function withoutFlags({ from, sets }: SeenFlags, uids: UidRanges): SeenFlags {
  if (uids.bounds.length === 0) return { from, sets };
  const left = [...sets].map(([name, having]) => [name, having.minus(uids)] as const);
  return { from, sets: new Map(left.filter(([, having]) => having.bounds.length > 0)) };
}

/** Forgets flags of the oldest messages above the limit. */
export function bounded(flags: SeenFlags): SeenFlags {
  let { from, sets } = flags;
  while (boundsOf(sets) > MAX_BOUNDS) {
    const last = Math.max(...[...sets.values()].map(({ bounds }) => bounds.at(-1) ?? 0));
    const next = Math.max(from + 1, Math.ceil((from + last) / 2));
    sets = new Map([...sets].map(([name, uids]) => [name, uids.from(next)]));
    from = next;
  }
  return { from, sets };
}

/** Ascending. */
export function ascending(uids: UidRanges): readonly number[] {
  return uids.newest(Number.POSITIVE_INFINITY).toReversed();
}

function boundsOf(sets: FlagSets): number {
  return [...sets.values()].reduce((sum, { bounds }) => sum + bounds.length, 0);
}

function fieldsBetween(before: ReadonlySet<string>, now: ReadonlySet<string>): readonly FlagField[] {
  const changed = [...before, ...now].filter((name) => before.has(name) !== now.has(name));
  const fields = new Set(changed.map((name) => (name.startsWith('\\') ? name.slice(1) : 'keywords')));
  return FLAG_FIELDS.filter((field) => fields.has(field));
}
