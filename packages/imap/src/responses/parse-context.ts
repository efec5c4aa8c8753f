import type { Bounds } from '../wire/bounds.ts';

/** What reading a response depends on apart from its octets. */
export interface ParseContext {
  readonly bounds: Bounds;
  /** True after UTF8=ACCEPT or IMAP4rev2: mailbox names are UTF-8. */
  readonly isUtf8: boolean;
}
