/** The texts of a message for reading. */
import type { BlockedContent } from './remote-content.ts';
import type { Uid } from './uid.ts';

/** What a bound has cut off a message: a text, or parts after those that are read. */
export type TruncatedContent = 'textPlain' | 'textHtml' | 'parts';

/** The texts of one message. */
export interface MessageBody {
  readonly uid: Uid;
  /** All plain body text, charset-decoded; empty when there is none. */
  readonly textPlain: string;
  /** All HTML body text. From a mail store: as received and not safe to show. From the application: sanitised. */
  readonly textHtml: string;
  /** What is incomplete, because it exceeds a limit; empty for nearly all mail. */
  readonly truncated: readonly TruncatedContent[];
}

/** The texts of one message, safe to show. */
export interface ReadableBody extends MessageBody {
  /** What the HTML would have loaded from other servers. */
  readonly blocked: BlockedContent;
}
