import type { Bounds } from '../wire/bounds.ts';

/** Connection state for parsers. */
export interface ParseContext {
  readonly bounds: Bounds;
  /** Mailbox names are UTF-8. */
  readonly isUtf8: boolean;
}
