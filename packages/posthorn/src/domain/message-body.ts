/** The texts of a message for reading. */
import type { BlockedContent } from './remote-content.ts';
import type { Uid } from './uid.ts';

/** A text of a message. */
export type BodyText = 'textPlain' | 'textHtml';

/** What a bound has cut off a message: a text, or parts after those that are read. */
export type TruncatedContent = BodyText | 'parts';

/** The texts of one message. */
export interface MessageBody {
  readonly uid: Uid;
  /** All body text as plain text, charset-decoded; empty when there is no text/plain. */
  readonly textPlain: string;
  /** All body text as HTML; empty when there is no text/html. From a mail store: as received and not safe to show. From the application: sanitised. */
  readonly textHtml: string;
  /** What is incomplete, because it exceeds a limit; empty for nearly all mail. */
  readonly truncated: readonly TruncatedContent[];
}

/** The texts of one message, safe to show. */
export interface ReadableBody extends MessageBody {
  /** What the HTML would have loaded from other servers. */
  readonly blocked: BlockedContent;
  /** True where the message has no plain text, and this one is made from its HTML. */
  readonly isPlainDerived: boolean;
}
