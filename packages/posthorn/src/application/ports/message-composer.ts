/** Port: writes messages as octets (RFC 5322, RFC 2045). */
import type { DraftChange } from '../../domain/message-draft.ts';
import type { OctetSource } from '../../domain/octet-source.ts';

/** Who a message goes to (RFC 5321 §2.3.1). */
export interface MailEnvelope {
  readonly reversePath: string;
  /** Each address once. */
  readonly forwardPaths: readonly string[];
}

/** A message as it is handed to a mail server for sending. */
export interface OutgoingMessage {
  readonly envelope: MailEnvelope;
  /** Without Bcc and without our own header fields. */
  readonly octets: OctetSource;
}

export interface MessageComposer {
  /** A new message. It gets a Message-ID and a Date that it keeps. Throws `invalid-document` for what cannot be written. */
  compose(draft: DraftChange): Promise<Buffer>;

  /**
   * The message with the change. Everything else stays as it is: Message-ID, header fields that the change does not name,
   * attachments octet by octet, images that the HTML shows. Throws `invalid-document`, `attachment-unknown`.
   */
  revise(message: Uint8Array, change: DraftChange): Promise<Buffer>;

  /** What is sent of a draft. Throws `invalid-document` when it names no sender or no recipient. */
  toOutgoing(message: Uint8Array): Promise<OutgoingMessage>;
}
