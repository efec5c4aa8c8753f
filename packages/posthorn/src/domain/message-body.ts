import type { BlockedContent } from './remote-content.ts';
import type { Uid } from './uid.ts';

export type BodyText = 'textPlain' | 'textHtml';

/** The part that exceeded a limit. */
export type TruncatedContent = BodyText | 'parts';

/** The texts of a message; empty for none. */
export interface MessageBody {
  readonly uid: Uid;
  readonly textPlain: string;
  /** Unsafe to show from a mail store; sanitised from the application. */
  readonly textHtml: string;
  readonly truncated: readonly TruncatedContent[];
}

/** Sanitised texts. */
export interface ReadableBody extends MessageBody {
  readonly blocked: BlockedContent;
  /** Derived from the HTML. */
  readonly isPlainDerived: boolean;
}
