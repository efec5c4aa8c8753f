import type { Uid } from '../values/uid.ts';
import type { BlockedContent } from './remote-content.ts';

export type BodyText = 'textPlain' | 'textHtml';

/** Content exceeding a limit. */
export type TruncatedContent = BodyText | 'parts';

/** Texts may be empty. */
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
  /** From the HTML. */
  readonly isPlainDerived: boolean;
}
