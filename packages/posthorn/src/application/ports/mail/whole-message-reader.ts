import type { BodyPart } from '../../../domain/messages/body-structure.ts';
import type { MessageBody } from '../../../domain/messages/message-body.ts';
import type { PreviewOptions } from '../../../domain/messages/message-query.ts';

/** Requests by name. */
export interface WholeMessageRequest {
  /** Like BODYSTRUCTURE. At most 1,000 parts. */
  readonly structure: true;
  readonly texts: true;
  readonly preview: PreviewOptions;
  readonly ranges: true;
}

/** Results by request. */
export interface WholeMessageAnswer {
  readonly structure: BodyPart;
  /** Unsafe to show. Truncated if texts are too long or parts too many. */
  readonly texts: Pick<MessageBody, 'textPlain' | 'textHtml' | 'truncated'>;
  readonly preview: string;
  /** Encoded attachment contents, by path. */
  readonly ranges: ReadonlyMap<string, OctetRange>;
}

/** A message's octets, from 0. */
export interface OctetRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Text parts; `contents` (by path) may be incomplete. */
export interface TextContents {
  readonly plain: readonly BodyPart[];
  readonly html: readonly BodyPart[];
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

/** A message and its request. */
export interface WholeMessageQuestion<Name extends keyof WholeMessageRequest> {
  readonly octets: Uint8Array;
  readonly request: Pick<WholeMessageRequest, Name>;
}

/** Reads messages whose parts the server does not report. */
export interface WholeMessageReader {
  /** Cuts texts at limits of time and memory. Throws `server-unavailable` under overload, and the signal's reason. */
  decodeTexts(parts: TextContents, signal: AbortSignal): Promise<WholeMessageAnswer['texts']>;

  /**
   * Accepts incomplete and broken mail. Transfers the octets: never use their memory afterwards. Throws
   * `message-too-large` for too much time or memory, and like `decodeTexts`.
   */
  read<Name extends keyof WholeMessageRequest>(
    question: WholeMessageQuestion<Name>,
    signal: AbortSignal,
  ): Promise<Pick<WholeMessageAnswer, Name>>;
}
