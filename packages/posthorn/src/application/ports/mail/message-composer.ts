import type { DraftChange, MessageReference } from '../../../domain/messages/message-draft.ts';
import type { ZonedDate } from '../../../domain/messages/message-item.ts';
import type { ExactMessageRef } from '../../../domain/messages/message-ref.ts';
import type { OctetSource } from '../../../domain/values/octet-source.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import type { HeaderText } from './mail-writer.ts';

/** RFC 5321 §2.3.1. */
export interface MailEnvelope {
  readonly reversePath: string;
  /** Each address once. */
  readonly forwardPaths: readonly string[];
}

/** A message as stored. */
export interface ComposedMessage {
  readonly octets: OctetSource;
  readonly messageId: string;
  /** Unique to this message. */
  readonly versionField: HeaderText;
}

/** A stored draft to replace. */
export interface VersionToRevise {
  readonly octets: Uint8Array;
  readonly message: ExactMessageRef;
}

/** A draft's new version. */
export interface RevisedMessage extends ComposedMessage {
  /** Common to versions replacing one message. */
  readonly rivalField: HeaderText;
  /** An earlier version in the mailbox, proved replaced by this one. */
  readonly earlierUid: Uid | null;
}

/** A message as submitted. */
export interface OutgoingMessage {
  readonly envelope: MailEnvelope;
  /** Without Bcc and Posthorn's fields. */
  readonly octets: OctetSource;
}

/** Another program's message. */
export interface ExaminedMessage {
  readonly messageId: string | null;
  /** Null: unreadable. */
  readonly date: ZonedDate | null;
  readonly hasEightBitFields: boolean;
}

/** Writes messages (RFC 5322, RFC 2045). */
export interface MessageComposer {
  /** Adds a permanent Message-ID and Date. Throws `invalid-document`. */
  compose(draft: DraftChange): Promise<ComposedMessage>;

  /**
   * Keeps Message-ID, unnamed header fields, attachments (octet by octet) and the HTML's images. Throws
   * `invalid-document`, `attachment-unknown`.
   */
  revise(version: VersionToRevise, change: DraftChange): Promise<RevisedMessage>;

  /** A separate draft with a new Message-ID. */
  copy(message: Uint8Array): Promise<ComposedMessage>;

  /** Throws `invalid-document` without sender or recipient. */
  toOutgoing(message: Uint8Array): Promise<OutgoingMessage>;

  identify(message: Uint8Array): DraftIdentity;

  /**
   * Throws `invalid-document` for a missing header, and octets that mail servers change (NUL, line ends other than
   * CRLF).
   */
  examine(message: OctetSource): Promise<ExaminedMessage>;
}

/** From a draft's header fields. */
export interface DraftIdentity {
  readonly messageId: string | null;
  readonly answerOf: MessageReference | null;
}
