/** Port: writes messages as octets (RFC 5322, RFC 2045). */
import type { DraftChange, MessageReference } from '../../../domain/message-draft.ts';
import type { ZonedDate } from '../../../domain/message-item.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import type { OctetSource } from '../../../domain/octet-source.ts';
import type { Uid } from '../../../domain/uid.ts';
import type { HeaderText } from './mail-writer.ts';

/** The envelope of a message (RFC 5321 §2.3.1). */
export interface MailEnvelope {
  readonly reversePath: string;
  /** Each address once. */
  readonly forwardPaths: readonly string[];
}

/** A message as it is stored. */
export interface ComposedMessage {
  readonly octets: OctetSource;
  /** Without angle brackets. */
  readonly messageId: string;
  /** A header field with a text that no message that was composed before has; with it this one is found. */
  readonly versionField: HeaderText;
}

/** The version of a draft that a new one is to replace, with its place. */
export interface VersionToRevise {
  readonly octets: Uint8Array;
  readonly message: ExactMessageRef;
}

/** A new version of a draft. */
export interface RevisedMessage extends ComposedMessage {
  /** A header field with a text that all versions have which are to replace the same message, and no other; with it rivals are found. */
  readonly rivalField: HeaderText;
  /** The message of the same mailbox that the revised version has replaced, where that is proved; else null. */
  readonly earlierUid: Uid | null;
}

/** A message as it is handed to a mail server for sending. */
export interface OutgoingMessage {
  readonly envelope: MailEnvelope;
  /** Without Bcc and without our own header fields. */
  readonly octets: OctetSource;
}

/** The properties of a message of another program. */
export interface ExaminedMessage {
  /** Without angle brackets; null when the message has none. */
  readonly messageId: string | null;
  /** The Date field; null when there is none that can be read. */
  readonly date: ZonedDate | null;
  /** True where its header fields have octets beyond ASCII. */
  readonly hasEightBitFields: boolean;
}

/** Writes new messages and new versions of drafts. */
export interface MessageComposer {
  /** A new message. It gets a Message-ID and a Date that it keeps. Throws `invalid-document` for what cannot be written. */
  compose(draft: DraftChange): Promise<ComposedMessage>;

  /**
   * The draft with the change. Everything else stays as it is: Message-ID, header fields that the change does not name,
   * attachments octet by octet, images that the HTML shows. Throws `invalid-document`, `attachment-unknown`.
   */
  revise(version: VersionToRevise, change: DraftChange): Promise<RevisedMessage>;

  /** The message as a draft of its own: with another Message-ID, and no version of the one that it is copied from. */
  copy(message: Uint8Array): Promise<ComposedMessage>;

  /** The message to send for a draft. Throws `invalid-document` when it names no sender or no recipient. */
  toOutgoing(message: Uint8Array): Promise<OutgoingMessage>;

  /** Who the message is: its Message-ID, and the message that it answers where we have written that into it. */
  identify(message: Uint8Array): DraftIdentity;

  /**
   * Reads a message that is to be stored as it is. Throws `invalid-document` for octets that no mail server keeps as they are (NUL, line
   * ends other than CRLF) and for what does not begin with a header field.
   */
  examine(message: OctetSource): Promise<ExaminedMessage>;
}

/** The properties of a draft in its own header fields. */
export interface DraftIdentity {
  /** Without angle brackets; null when the message has none. */
  readonly messageId: string | null;
  readonly answerOf: MessageReference | null;
}
