/** Reads the ids that `resource-ids.ts` writes. */

import type { MailAccount } from '../../domain/mail-account.ts';
import { parseMailboxName } from '../../domain/mailbox-name.ts';
import type { MailboxRef } from '../../domain/mailbox-ref.ts';
import type { ExactMessageRef } from '../../domain/message-ref.ts';
import { parseMessageSegment } from '../../domain/message-segment.ts';

/** A file by the MIME part specifier (RFC 9051 §6.4.5). */
export interface IdentifiedPart {
  readonly message: ExactMessageRef;
  readonly part: string;
}

/** MIME depth is bounded, so longer ones do not occur. */
const PART = /^[1-9][0-9]{0,5}(?:\.[1-9][0-9]{0,5}){0,99}$/;

/** The folder of that id; undefined for what is no id of a folder of the account. */
export function parseMailFolderId(id: string, account: MailAccount): MailboxRef | undefined {
  const segments = id.split('/');
  return segments.length === 2 ? toLocation(segments, account) : undefined;
}

/** The message of that id; undefined for what is no id of a message of the account. */
export function parseMessageId(id: string, account: MailAccount): ExactMessageRef | undefined {
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

/** True for a MIME part specifier. */
export function isPart(text: string): boolean {
  return PART.test(text);
}

function toMessage(segments: readonly string[], account: MailAccount): ExactMessageRef | undefined {
  const location = toLocation(segments, account);
  const { uidValidity = null, uid } = parseMessageSegment(segments[2] ?? '') ?? {};
  if (location === undefined || uidValidity === null || uid === undefined) return undefined;
  return { ...location, uidValidity, uid };
}

function toLocation(
  [accountId = '', folder = '']: readonly string[],
  account: MailAccount,
): MailboxRef | undefined {
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
