/** Port: reads messages whose parts the mail server does not see. */
import type { BodyPart } from '../../domain/body-structure.ts';
import type { MessageBody } from '../../domain/message-body.ts';
import type { PreviewOptions } from '../../domain/message-query.ts';

/** What can be asked of a message, by name. */
export interface WholeMessageRequest {
  /** All rules for a structure that a server tells apply to it. At most 1,000 parts. */
  readonly structure: true;
  readonly texts: true;
  readonly preview: PreviewOptions;
  /** The path of a part, of which the content is wanted. */
  readonly content: string;
}

export interface WholeMessageAnswer {
  readonly structure: BodyPart;
  /** As received and not safe to show. Truncated when a text was too long, or the message had too many parts. */
  readonly texts: Pick<MessageBody, 'textPlain' | 'textHtml' | 'isTruncated'>;
  /** Empty for a message without text. */
  readonly preview: string;
  /** Decoded; null when the message has no such part. */
  readonly content: Uint8Array | null;
}

export interface WholeMessageReader {
  /**
   * What the request names, from the octets of a message, which may end early. Reads broken mail as far as it goes. The octets are
   * given away: do not use them or what shares their memory afterwards. Throws `message-too-large` for a message that takes too
   * much time or memory, `server-unavailable` when too many messages wait, and the signal's reason.
   */
  read<Name extends keyof WholeMessageRequest>(
    octets: Uint8Array,
    request: Pick<WholeMessageRequest, Name>,
    signal: AbortSignal,
  ): Promise<Pick<WholeMessageAnswer, Name>>;
}
