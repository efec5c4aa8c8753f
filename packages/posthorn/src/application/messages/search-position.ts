/** The position of a message in the merged list of several mailboxes, as an opaque text that stays valid after the message has vanished. */
import { MailError } from '../../domain/mail-error.ts';
import { type MailboxName, parseMailboxName } from '../../domain/mailbox-name.ts';
import type { MomentPosition } from '../../domain/message-query.ts';
import { toUid } from '../../domain/uid.ts';
import type { FoundMessage } from './found-message.ts';

/** Newest first; of one moment mailbox by mailbox, and in each the highest uid first. */
export interface SearchPosition extends MomentPosition {
  readonly mailbox: MailboxName;
}

/** A longer position was not made here. */
const MAX_POSITION_CHARACTERS = 8_000;
/** Uids that no message has: in descending order, one precedes all others of its moment, and one follows them. */
const BEFORE_ALL = 2 ** 32;
const BEHIND_ALL = 0;

/** The position of a message by its date. */
export function searchPositionOf({ mailbox, item }: FoundMessage): SearchPosition {
  return { epochMs: item.date?.epochMs ?? 0, uid: item.uid, mailbox };
}

/** Negative when `a` comes before `b`. */
export function compareSearchPositions(a: SearchPosition, b: SearchPosition): number {
  return b.epochMs - a.epochMs || compareMailboxes(a.mailbox, b.mailbox) || b.uid - a.uid;
}

/** The same place in the list of one mailbox. */
export function positionWithin(mailbox: MailboxName, position: SearchPosition): MomentPosition {
  const { epochMs, uid } = position;
  const compared = compareMailboxes(mailbox, position.mailbox);
  if (compared === 0) return { epochMs, uid };
  return { epochMs, uid: compared < 0 ? BEHIND_ALL : BEFORE_ALL };
}

/** The position as a text of base64url characters. */
export function formatSearchPosition({ epochMs, uid, mailbox }: SearchPosition): string {
  return Buffer.from(JSON.stringify([epochMs, uid, mailbox])).toString('base64url');
}

/** Reads what `formatSearchPosition` wrote. Throws `invalid-parameter` for anything else. */
export function parseSearchPosition(text: string): SearchPosition {
  const [epochMs, number, name, ...more] = readValues(text);
  const uid = typeof number === 'number' ? toUid(number) : undefined;
  const mailbox = typeof name === 'string' ? parseMailboxName(name) : undefined;
  const isMoment = typeof epochMs === 'number' && Number.isFinite(epochMs);
  if (!isMoment || uid === undefined || mailbox === undefined || more.length > 0) {
    const detail = 'The cursor does not belong to this list; start again.';
    throw new MailError('invalid-parameter', { parameter: 'page', detail });
  }
  return { epochMs, uid, mailbox };
}

function compareMailboxes(a: MailboxName, b: MailboxName): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
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
