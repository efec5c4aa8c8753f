/** Positions in a merged list of mailboxes, valid after the message vanishes. */
import { MailError } from '../../domain/errors/mail-error.ts';
import { type MailboxName, parseMailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { MomentPosition } from '../../domain/messages/message-query.ts';
import { toUid } from '../../domain/values/uid.ts';
import type { FoundMessage } from './found-message.ts';

/** Newest first; within a moment by mailbox, then highest uid first. */
export interface SearchPosition extends MomentPosition {
  readonly mailbox: MailboxName;
}

const MAX_POSITION_CHARACTERS = 8_000;
/** Uids before and after all others of a moment, descending. */
const BEFORE_ALL = 2 ** 32;
const BEHIND_ALL = 0;

/** A message's position. */
export function searchPositionOf({ mailbox, item }: FoundMessage): SearchPosition {
  return { epochMs: item.date?.epochMs ?? 0, uid: item.uid, mailbox };
}

/** Negative if `a` precedes `b`. */
export function compareSearchPositions(a: SearchPosition, b: SearchPosition): number {
  return b.epochMs - a.epochMs || compareMailboxes(a.mailbox, b.mailbox) || b.uid - a.uid;
}

/** Converts a position to one mailbox's list. */
export function positionWithin(mailbox: MailboxName, position: SearchPosition): MomentPosition {
  const { epochMs, uid } = position;
  const compared = compareMailboxes(mailbox, position.mailbox);
  if (compared === 0) return { epochMs, uid };
  return { epochMs, uid: compared < 0 ? BEHIND_ALL : BEFORE_ALL };
}

/** Encodes a position in base64url. */
export function formatSearchPosition({ epochMs, uid, mailbox }: SearchPosition): string {
  return Buffer.from(JSON.stringify([epochMs, uid, mailbox])).toString('base64url');
}

/** Decodes a position. Throws `invalid-parameter` for other texts. */
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
