/** Reads the ids that `resource-ids.ts` writes. */

import type { MailAccount, MailAccountId } from '../../../domain/mail-account.ts';
import { type MailboxName, parseMailboxName } from '../../../domain/mailbox-name.ts';
import type { MailboxRef } from '../../../domain/mailbox-ref.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import { parseMessageSegment } from '../../../domain/message-segment.ts';
import type { Uid } from '../../../domain/uid.ts';
import { decodeName, ID_SEPARATOR } from './resource-ids.ts';

/** A file by the MIME part specifier (RFC 9051 §6.4.5). */
export interface IdentifiedPart {
  readonly message: ExactMessageRef;
  readonly part: string;
}

/** The content of an id, before the account is checked. */
export interface ParsedFolderId {
  readonly accountId: MailAccountId;
  readonly mailbox: MailboxName;
}

export interface ParsedMessageId extends ParsedFolderId {
  readonly uidValidity: number;
  readonly uid: Uid;
}

export interface ParsedAttachmentId extends ParsedMessageId {
  readonly part: string;
}

/** MIME depth is bounded, so longer ones do not occur. */
const PART = /^[1-9][0-9]{0,5}(?:\.[1-9][0-9]{0,5}){0,99}$/;
/** Of the names and numbers of a message's id; what follows is the part of a file. */
const MESSAGE_SEGMENTS = 4;

/** The parts of a folder's id; undefined for an invalid id. */
export function splitMailFolderId(id: string): ParsedFolderId | undefined {
  const segments = id.split(ID_SEPARATOR);
  return segments.length === 2 ? toFolder(segments) : undefined;
}

/** The parts of a message's id; undefined for an invalid id. */
export function splitMessageId(id: string): ParsedMessageId | undefined {
  const segments = id.split(ID_SEPARATOR);
  return segments.length === MESSAGE_SEGMENTS ? toMessage(segments) : undefined;
}

/** The parts of a file's id; undefined for an invalid id. */
export function splitAttachmentId(id: string): ParsedAttachmentId | undefined {
  const segments = id.split(ID_SEPARATOR);
  const part = segments.slice(MESSAGE_SEGMENTS).join(ID_SEPARATOR);
  const message = isPart(part) ? toMessage(segments) : undefined;
  return message && { ...message, part };
}

/** The folder of that id; undefined when it is not the id of a folder of the account. */
export function parseMailFolderId(id: string, account: MailAccount): MailboxRef | undefined {
  const folder = splitMailFolderId(id);
  return folder?.accountId === account.id ? { account, mailbox: folder.mailbox } : undefined;
}

/** The message of that id; undefined when it is not the id of a message of the account. */
export function parseMessageId(id: string, account: MailAccount): ExactMessageRef | undefined {
  const message = splitMessageId(id);
  return message?.accountId === account.id ? toIdentified(message, account) : undefined;
}

/** The file of that id; undefined when it is not the id of a file of the account. */
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
  // Each message has one id: no zeros in front.
  return String(uid) === uidText ? { ...folder, uidValidity, uid } : undefined;
}

function toFolder([account = '', folder = '']: readonly string[]): ParsedFolderId | undefined {
  const [accountId, name] = [account, folder].map(decodeName);
  const mailbox = parseMailboxName(name ?? '');
  // Each folder has one id: INBOX is written in one way.
  if (accountId === undefined || mailbox === undefined || mailbox !== name) return undefined;
  return { accountId: accountId as MailAccountId, mailbox };
}
