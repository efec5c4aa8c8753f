/** The texts of a message for reading. */
import type { Uid } from './uid.ts';

/** The texts of one message. */
export interface MessageBody {
  readonly uid: Uid;
  /** All plain body text, charset-decoded; empty when there is none. */
  readonly textPlain: string;
  /** All HTML body text. From a mail store: as received and not safe to show. From the application: sanitised. */
  readonly textHtml: string;
  /** True when a text was longer than the bound for returned texts and is cut. */
  readonly isTruncated: boolean;
}
