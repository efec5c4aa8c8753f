import type { MailAccount, MailAccountId } from '../../domain/accounts/mail-account.ts';
import type { MailboxRef } from '../../domain/accounts/mailbox-ref.ts';
import { type MailboxName, parseMailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { ExactMessageRef } from '../../domain/messages/message-ref.ts';
import { parseMessageSegment } from '../../domain/messages/message-segment.ts';
import type { Uid } from '../../domain/values/uid.ts';
import { decodeName, ID_SEPARATOR } from './resource-ids.ts';

/** A file by its MIME part specifier (RFC 9051 §6.4.5). */
export interface IdentifiedPart {
  readonly message: ExactMessageRef;
  readonly part: string;
}

/** A folder id's parts, of any account. */
export interface ParsedFolderId {
  readonly accountId: MailAccountId;
  readonly mailbox: MailboxName;
}

/** A message id's parts. */
export interface ParsedMessageId extends ParsedFolderId {
  readonly uidValidity: number;
  readonly uid: Uid;
}

/** An attachment id's parts. */
export interface ParsedAttachmentId extends ParsedMessageId {
  readonly part: string;
}

const PART = /^[1-9][0-9]{0,5}(?:\.[1-9][0-9]{0,5}){0,99}$/;
const MESSAGE_SEGMENTS = 4;

/** Splits a folder id; undefined when invalid. */
export function splitMailFolderId(id: string): ParsedFolderId | undefined {
  const segments = id.split(ID_SEPARATOR);
  return segments.length === 2 ? toFolder(segments) : undefined;
}

/** Splits a message id; undefined when invalid. */
export function splitMessageId(id: string): ParsedMessageId | undefined {
  const segments = id.split(ID_SEPARATOR);
  return segments.length === MESSAGE_SEGMENTS ? toMessage(segments) : undefined;
}

/** Splits an attachment id; undefined when invalid. */
export function splitAttachmentId(id: string): ParsedAttachmentId | undefined {
  const segments = id.split(ID_SEPARATOR);
  const part = segments.slice(MESSAGE_SEGMENTS).join(ID_SEPARATOR);
  const message = isPart(part) ? toMessage(segments) : undefined;
  return message && { ...message, part };
}

/** Undefined when invalid or outside the account. */
export function parseMailFolderId(id: string, account: MailAccount): MailboxRef | undefined {
  const folder = splitMailFolderId(id);
  return folder?.accountId === account.id ? { account, mailbox: folder.mailbox } : undefined;
}

/** Like `parseMailFolderId`. */
export function parseMessageId(id: string, account: MailAccount): ExactMessageRef | undefined {
  const message = splitMessageId(id);
  return message?.accountId === account.id ? toIdentified(message, account) : undefined;
}

/** Like `parseMailFolderId`. */
export function parseAttachmentId(id: string, account: MailAccount): IdentifiedPart | undefined {
  const file = splitAttachmentId(id);
  if (file?.accountId !== account.id) return undefined;
  return { message: toIdentified(file, account), part: file.part };
}

/** True for a MIME part specifier. */
export function isPart(text: string): boolean {
  return PART.test(text);
}

function toIdentified({ mailbox, uidValidity, uid }: ParsedMessageId, account: MailAccount): ExactMessageRef {
  return { account, mailbox, uidValidity, uid };
}

function toMessage(segments: readonly string[]): ParsedMessageId | undefined {
  const folder = toFolder(segments);
  const [, , validity, uidText] = segments;
  const { uidValidity = null, uid } = parseMessageSegment(`${validity}.${uidText}`) ?? {};
  if (folder === undefined || uidValidity === null || uid === undefined) return undefined;
  // No leading zeros: ids must be unique.
  return String(uid) === uidText ? { ...folder, uidValidity, uid } : undefined;
}

function toFolder([account = '', folder = '']: readonly string[]): ParsedFolderId | undefined {
  const [accountId, name] = [account, folder].map(decodeName);
  const mailbox = parseMailboxName(name ?? '');
  // Only one spelling of INBOX: ids must be unique.
  if (accountId === undefined || mailbox === undefined || mailbox !== name) return undefined;
  return { accountId: accountId as MailAccountId, mailbox };
}
