import { hasDescendingUids, type MessageOrder } from '../../../domain/messages/message-query.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { compareKey, readSortKeys, type SortKeys, type SortKeyValue, sortKeyItems } from './sort-keys.ts';

/** Sort keys in columns, for servers without SORT. */
export interface SortIndex {
  readonly uids: Uint32Array;
  readonly columns: readonly SortColumn[];
}

type SortColumn = Float64Array | SortKeyValue[];

const STEP = 2_000;
const OCTETS_PER_TEXT = 64;

/** Orders `existing`, which ascends. */
export async function indexedOrder(
  session: ImapSession,
  {
    order,
    existing,
    known,
  }: {
    readonly order: MessageOrder;
    readonly existing: Uint32Array;
    readonly known: SortIndex | undefined;
  },
  signal: AbortSignal,
): Promise<{ readonly uids: Uint32Array; readonly keys: SortIndex }> {
  const rows = knownRows(existing, known);
  const missing = existing.filter((_uid, position) => rows[position] === NO_ROW);
  const added = await fetchSortKeys(session, { uids: Array.from(missing) as Uid[], order }, signal);
  const keys = mergeIndex(order, { existing, rows, known, added });
  return { uids: sortedUids(keys, order), keys };
}

/** Keys of existing messages. */
export async function fetchSortKeys(
  session: ImapSession,
  { uids, order }: { uids: readonly Uid[]; order: MessageOrder },
  signal: AbortSignal,
): Promise<ReadonlyMap<Uid, SortKeys>> {
  const keys = new Map<Uid, SortKeys>();
  for (let start = 0; start < uids.length; start += STEP) {
    const step = uids.slice(start, start + STEP);
    const fetched = await fetchMessages(session, { uids: step, items: sortKeyItems(order) }, signal);
    for (const [uid, message] of fetched) keys.set(uid, readSortKeys(order, message));
  }
  return keys;
}

/** Keys in columns. */
export async function fetchSortIndex(
  session: ImapSession,
  { uids, order }: { readonly uids: Uint32Array; readonly order: MessageOrder },
  signal: AbortSignal,
): Promise<SortIndex> {
  const added = await fetchSortKeys(session, { uids: Array.from(uids) as Uid[], order }, signal);
  return mergeIndex(order, { existing: uids, rows: knownRows(uids, undefined), known: undefined, added });
}

/** Joins one order's indexes; uids must ascend. */
export function joinSortIndexes(parts: readonly SortIndex[]): SortIndex | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  const uids = Uint32Array.from(parts.flatMap((part) => Array.from(part.uids)));
  const columns = first.columns.map((_column, number) =>
    toColumn(parts.flatMap((part) => Array.from(part.columns[number] ?? []))),
  );
  return { uids, columns };
}

/** An estimate of memory. */
export function octetsOfSortIndex({ uids, columns }: SortIndex): number {
  const octets = columns.map((column) =>
    column instanceof Float64Array ? column.byteLength : column.length * OCTETS_PER_TEXT,
  );
  return octets.reduce((sum, each) => sum + each, uids.byteLength);
}

const NO_ROW = -1;

function knownRows(existing: Uint32Array, known: SortIndex | undefined): Int32Array {
  const rows = new Int32Array(existing.length).fill(NO_ROW);
  const uids = known?.uids ?? new Uint32Array();
  let row = 0;
  for (let position = 0; position < existing.length; position += 1) {
    const uid = existing[position] ?? 0;
    while (row < uids.length && (uids[row] ?? 0) < uid) row += 1;
    if (uids[row] === uid) rows[position] = row;
  }
  return rows;
}

interface Merge {
  readonly existing: Uint32Array;
  readonly rows: Int32Array;
  readonly known: SortIndex | undefined;
  readonly added: ReadonlyMap<number, SortKeys>;
}

function mergeIndex(order: MessageOrder, { existing, rows, known, added }: Merge): SortIndex {
  const hasKeys = (uid: number, position: number) => rows[position] !== NO_ROW || added.has(uid);
  const uids = existing.filter(hasKeys);
  const kept = rows.filter((_row, position) => hasKeys(existing[position] ?? 0, position));
  const columns = order.map((_sort, column) => {
    const values = Array.from(uids, (uid, position) => {
      const row = kept[position] ?? NO_ROW;
      const value = row === NO_ROW ? added.get(uid)?.[column] : known?.columns[column]?.[row];
      return value ?? 0;
    });
    return toColumn(values);
  });
  return { uids, columns };
}

function toColumn(values: SortKeyValue[]): SortColumn {
  return values.every((value) => typeof value === 'number') ? Float64Array.from(values) : values;
}

function sortedUids({ uids, columns }: SortIndex, order: MessageOrder): Uint32Array {
  const direction = hasDescendingUids(order) ? -1 : 1;
  const compare = (a: number, b: number) => compareRowKeys({ order, columns }, a, b) || direction * (a - b);
  const rows = Uint32Array.from(uids.keys()).sort(compare);
  return rows.map((row) => uids[row] ?? 0);
}

function compareRowKeys(
  { order, columns }: { readonly order: MessageOrder; readonly columns: readonly SortColumn[] },
  a: number,
  b: number,
): number {
  for (let column = 0; column < columns.length; column += 1) {
    const compared = compareKey(columns[column]?.[a] ?? 0, columns[column]?.[b] ?? 0);
    if (compared !== 0) return order[column]?.isDescending ? -compared : compared;
  }
  return 0;
}
