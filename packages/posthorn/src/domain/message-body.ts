import type { BlockedContent } from './remote-content.ts';
import type { Uid } from './uid.ts';

export type BodyText = 'textPlain' | 'textHtml';

/** The part that exceeded a limit. */
export type TruncatedContent = BodyText | 'parts';

/** The texts of one message. */
export interface MessageBody {
  readonly uid: Uid;
  /** May be empty. */
  readonly textPlain: string;
  /** May be empty. From a mail store: not safe to show. From the application: sanitised. */
  readonly textHtml: string;
  readonly truncated: readonly TruncatedContent[];
}

/** Sanitised texts of one message. */
export interface ReadableBody extends MessageBody {
  readonly blocked: BlockedContent;
  /** True where derived from the HTML. */
  readonly isPlainDerived: boolean;
}
