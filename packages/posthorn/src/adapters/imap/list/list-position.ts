import { MailError } from '../../../domain/errors/mail-error.ts';
import type { MessageOrder } from '../../../domain/messages/message-query.ts';
import { toUid, type Uid } from '../../../domain/values/uid.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { fetchSortKeys } from './sort-index.ts';
import { compareRows, type SortedRow, type SortKeys } from './sort-keys.ts';

/** A row's identity and sort keys. */
export interface ListPosition extends SortedRow {
  readonly uidValidity: number;
}

const MAX_KEY_CHARACTERS = 100;
const MAX_POSITION_CHARACTERS = 2_000;

/** Base64url, valid without its row. */
export function formatPosition({ uidValidity, uid, keys }: ListPosition): string {
  const short = keys.map((key) => (typeof key === 'string' ? key.slice(0, MAX_KEY_CHARACTERS) : key));
  return Buffer.from(JSON.stringify([uidValidity, uid, ...short])).toString('base64url');
}

/** Throws `invalid-parameter` for another order. */
export function parsePosition(text: string, order: MessageOrder): ListPosition {
  const [uidValidity, uidNumber, ...keys] = readValues(text);
  const uid = typeof uidNumber === 'number' ? toUid(uidNumber) : undefined;
  const areKeys = keys.length === order.length && keys.every((key) => isKey(key));
  if (typeof uidValidity !== 'number' || uid === undefined || !areKeys) throw unusablePosition();
  return { uidValidity, uid, keys: keys as SortKeys };
}

/** The error for another mailbox, order or uidValidity. */
export function unusablePosition(): MailError {
  return new MailError('invalid-parameter', {
    parameter: 'page',
    detail: 'The cursor does not belong to this list as it is now; start again.',
  });
}

/** Counts by the position's row or keys. */
export async function countRowsBefore(
  session: ImapSession,
  { uids, order, position }: PlacedPosition,
  signal: AbortSignal,
): Promise<number> {
  const index = uids.indexOf(position.uid);
  return index >= 0 ? index : countRowsByKeys(session, { uids, order, position }, signal);
}

/** Position in an ordered list. */
export interface PlacedPosition {
  readonly uids: Uint32Array;
  readonly order: MessageOrder;
  readonly position: SortedRow;
}

/** Three rounds for 250,000 rows. */
const PROBES = 64;

/** Counts by the keys of few rows. */
export async function countRowsByKeys(
  session: ImapSession,
  { uids, order, position }: PlacedPosition,
  signal: AbortSignal,
): Promise<number> {
  let [low, high] = [0, uids.length];
  while (low < high) {
    const probes = probesBetween(low, high);
    const request = { uids: probes.map((row) => uids[row] as Uid), order };
    const keysByUid = await fetchSortKeys(session, request, signal);
    // Vanished rows do not matter: neighbours suffice.
    const known = probes.filter((row) => keysByUid.has(uids[row] as Uid));
    const isBehind = (row: number): boolean => {
      const uid = uids[row] as Uid;
      return compareRows(order, { uid, keys: keysByUid.get(uid) ?? [] }, position) >= 0;
    };
    const firstBehind = known.find(isBehind) ?? (known.length > 0 ? high : low);
    const lastBefore = known.findLast((row) => row < firstBehind);
    [low, high] = [lastBefore === undefined ? low : lastBefore + 1, firstBehind];
  }
  return low;
}

function probesBetween(low: number, high: number): readonly number[] {
  const count = Math.min(PROBES, high - low);
  return Array.from(
    { length: count },
    (_, index) => low + Math.floor(((index + 0.5) * (high - low)) / count),
  );
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
