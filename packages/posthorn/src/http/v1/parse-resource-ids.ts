/** Reads the ids that `resource-ids.ts` writes. */
import type { IdentifiedMessage, MailboxLocation } from '../../application/message-location.ts';
import type { MailAccount } from '../../domain/mail-account.ts';
import { parseMailboxName } from '../../domain/mailbox-name.ts';
import { parseUid, type Uid } from '../../domain/uid.ts';

/** A message as the last segment of a path or an id names it. */
export interface MessageSegment {
  /** Null when it is not named. */
  readonly uidValidity: number | null;
  readonly uid: Uid;
}

/** A file by the MIME part specifier (RFC 9051 §6.4.5). */
export interface IdentifiedPart {
  readonly message: IdentifiedMessage;
  readonly part: string;
}

/** `385759045.4356`, or the uid alone. A uidValidity is a 32-bit number (RFC 9051 §2.3.1.1). */
const SEGMENT = /^(?:([1-9][0-9]{0,9})\.)?([0-9]{1,10})$/;
/** MIME depth is bounded, so longer ones do not occur. */
const PART = /^[1-9][0-9]{0,5}(?:\.[1-9][0-9]{0,5}){0,99}$/;

/** The folder of that id; undefined for what is no id of a folder of the account. */
export function parseMailFolderId(id: string, account: MailAccount): MailboxLocation | undefined {
  const segments = id.split('/');
  return segments.length === 2 ? toLocation(segments, account) : undefined;
}

/** The message of that id; undefined for what is no id of a message of the account. */
export function parseMessageId(id: string, account: MailAccount): IdentifiedMessage | undefined {
  const segments = id.split('/');
  return segments.length === 3 ? toMessage(segments, account) : undefined;
}

/** The file of that id; undefined for what is no id of a file in the account. */
export function parseAttachmentId(id: string, account: MailAccount): IdentifiedPart | undefined {
  const segments = id.split('/');
  const [, , , part = ''] = segments;
  const message = segments.length === 4 && isPart(part) ? toMessage(segments, account) : undefined;
  return message && { message, part };
}

/** The message that the segment names, with or without its uidValidity. */
export function parseMessageSegment(segment: string): MessageSegment | undefined {
  const [, validity, uidText = ''] = SEGMENT.exec(segment) ?? [];
  const uid = parseUid(uidText);
  return uid && { uidValidity: validity === undefined ? null : Number(validity), uid };
}

/** True for a MIME part specifier. */
export function isPart(text: string): boolean {
  return PART.test(text);
}

function toMessage(segments: readonly string[], account: MailAccount): IdentifiedMessage | undefined {
  const location = toLocation(segments, account);
  const { uidValidity = null, uid } = parseMessageSegment(segments[2] ?? '') ?? {};
  if (location === undefined || uidValidity === null || uid === undefined) return undefined;
  return { ...location, uidValidity, uid };
}

function toLocation(
  [accountId = '', folder = '']: readonly string[],
  account: MailAccount,
): MailboxLocation | undefined {
  if (decode(accountId) !== account.id) return undefined;
  const mailbox = parseMailboxName(decode(folder) ?? '');
  return mailbox && { account, mailbox };
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
