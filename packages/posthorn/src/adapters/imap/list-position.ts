/** The position of a row in a list, as an opaque text that stays valid after the row has vanished. */
import { MailError } from '../../domain/mail-error.ts';
import type { MessageOrder } from '../../domain/message-query.ts';
import { toUid, type Uid } from '../../domain/uid.ts';
import type { ImapSession } from './imap-session.ts';
import { fetchSortKeys } from './sort-index.ts';
import { compareRows, type SortedRow, type SortKeys } from './sort-keys.ts';

/** A row by its identity and its sort keys. */
export interface ListPosition extends SortedRow {
  readonly uid: Uid;
  readonly uidValidity: number;
}

/** Texts in a position are cut to this length: enough to find the position again, short enough for a URL. */
const MAX_KEY_CHARACTERS = 100;
/** A longer position was not made here. */
const MAX_POSITION_CHARACTERS = 2_000;

/** The position as a text of base64url characters. */
export function formatPosition({ uidValidity, uid, keys }: ListPosition): string {
  const short = keys.map((key) => (typeof key === 'string' ? key.slice(0, MAX_KEY_CHARACTERS) : key));
  return Buffer.from(JSON.stringify([uidValidity, uid, ...short])).toString('base64url');
}

/** Reads what `formatPosition` wrote for this order. Throws `invalid-parameter` for anything else. */
export function parsePosition(text: string, order: MessageOrder): ListPosition {
  const [uidValidity, uidNumber, ...keys] = readValues(text);
  const uid = typeof uidNumber === 'number' ? toUid(uidNumber) : undefined;
  const areKeys = keys.length === order.length && keys.every((key) => isKey(key));
  if (typeof uidValidity !== 'number' || uid === undefined || !areKeys) throw unusablePosition();
  return { uidValidity, uid, keys: keys as SortKeys };
}

/** The failure for a position of another mailbox, another order, or of a mailbox that was re-created. */
export function unusablePosition(): MailError {
  return new MailError('invalid-parameter', {
    parameter: 'page',
    detail: 'The cursor does not belong to this list as it is now; start again.',
  });
}

/**
 * How many rows stand before the position. The row itself is looked up; where it has vanished, its place is
 * found by comparing keys with a few rows, as many as the mailbox's size has binary digits.
 */
export async function countRowsBefore(
  session: ImapSession,
  { uids, order, position }: { uids: Uint32Array; order: MessageOrder; position: ListPosition },
  signal: AbortSignal,
): Promise<number> {
  const index = uids.indexOf(position.uid);
  if (index >= 0) return index;
  let low = 0;
  let high = uids.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const uid = uids[middle] as Uid;
    const keys = (await fetchSortKeys(session, { uids: [uid], order }, signal)).get(uid);
    // A row that has just vanished cannot be compared; the next one decides.
    const isBefore = keys !== undefined && compareRows(order, { uid, keys }, position) < 0;
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return low;
}

function readValues(text: string): readonly unknown[] {
  if (text.length > MAX_POSITION_CHARACTERS) return [];
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

function isKey(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}
