/** Port: reads messages whose parts the mail server does not see. */
import type { BodyPart } from '../../../domain/body-structure.ts';
import type { MessageBody } from '../../../domain/message-body.ts';
import type { PreviewOptions } from '../../../domain/message-query.ts';

/** What can be asked of a message, by name. */
export interface WholeMessageRequest {
  /** In the form of a BODYSTRUCTURE that a server sent. At most 1,000 parts. */
  readonly structure: true;
  readonly texts: true;
  readonly preview: PreviewOptions;
  readonly ranges: true;
}

/** The type of the answer to each kind of question about a message. */
export interface WholeMessageAnswer {
  readonly structure: BodyPart;
  /** As received and not safe to show. Truncated when a text was too long, or the message had too many parts. */
  readonly texts: Pick<MessageBody, 'textPlain' | 'textHtml' | 'truncated'>;
  /** Empty for a message without text. */
  readonly preview: string;
  /** Where the encoded contents of the attachments lie, by path. */
  readonly ranges: ReadonlyMap<string, OctetRange>;
}

/** Octets of a message, counted from 0. */
export interface OctetRange {
  readonly start: number;
  /** The offset of the first octet after it. */
  readonly end: number;
}

/** The text parts of a message with their contents by path, which may end early. */
export interface TextContents {
  readonly plain: readonly BodyPart[];
  readonly html: readonly BodyPart[];
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

/** A message, and a question about it. */
export interface WholeMessageQuestion<Name extends keyof WholeMessageRequest> {
  readonly octets: Uint8Array;
  readonly request: Pick<WholeMessageRequest, Name>;
}

/** Answers questions about a message from its octets. */
export interface WholeMessageReader {
  /**
   * The texts of parts that a server sent one by one. A text that takes too much time or memory is cut. Throws `server-unavailable` when
   * too many messages wait, and the signal's reason.
   */
  decodeTexts(parts: TextContents, signal: AbortSignal): Promise<WholeMessageAnswer['texts']>;

  /**
   * Answers the request from the octets of a message, which may be incomplete. Parses broken mail as far as possible. The octets are
   * transferred: do not use them or their memory afterwards. Throws `message-too-large` for a message that takes too
   * much time or memory, `server-unavailable` when too many messages wait, and the signal's reason.
   */
  read<Name extends keyof WholeMessageRequest>(
    question: WholeMessageQuestion<Name>,
    signal: AbortSignal,
  ): Promise<Pick<WholeMessageAnswer, Name>>;
}
