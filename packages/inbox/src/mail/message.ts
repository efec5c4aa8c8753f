/** An address with its display name. */

export interface MailAddress {
  readonly address: string;
  readonly name: string;
}

/** A file name in a list. */
export interface FileName {
  readonly name: string;
  readonly inline: boolean;
}

/** A message in a list. */
export interface MessageRow {
  readonly id: string;
  readonly from: MailAddress | null;
  readonly to: readonly MailAddress[];
  readonly subject: string;
  /** RFC 3339; null without a readable date. */
  readonly date: string | null;
  readonly seen: boolean;
  readonly flagged: boolean;
  readonly answered: boolean;
  readonly draft: boolean;
  readonly preview: string;
  readonly isReply: boolean;
  readonly files: readonly FileName[];
}

export type Flags = Partial<Pick<MessageRow, 'seen' | 'flagged'>>;

/** A conversation's message. */
export interface ConversationMessage extends MessageRow {
  readonly cc: readonly MailAddress[];
  readonly bcc: readonly MailAddress[];
}

/** A message's file. */
export interface MessageFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  /** Octets; an estimate until first read. */
  readonly size: number;
  readonly inline: boolean;
  readonly contentId: string | null;
}

/** A message's texts. */
export interface MessageText {
  readonly plain: string;
  /** Safe HTML, or empty. */
  readonly html: string;
  readonly blockedCount: number;
  readonly isTruncated: boolean;
}

export type FolderType = 'INBOX' | 'DRAFT' | 'SENT' | 'JUNK' | 'TRASH' | 'FOLDER';

/** A folder. */
export interface Folder {
  readonly id: string;
  readonly name: string;
  /** The full mailbox name. */
  readonly path: string;
  readonly type: FolderType;
  /** Null for a mere parent. */
  readonly unread: number | null;
  readonly total: number | null;
}
