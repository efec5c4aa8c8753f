/** The data items of FETCH (RFC 3501 §6.4.5, RFC 3516, RFC 8474, RFC 8970, Gmail's X-GM-MSGID and X-GM-THRID). */
import type { Section } from '../../message/section.ts';

/** Items that are one word. */
export type PlainFetchItem =
  | 'BODY'
  | 'BODYSTRUCTURE'
  | 'EMAILID'
  | 'ENVELOPE'
  | 'FLAGS'
  | 'INTERNALDATE'
  | 'MODSEQ'
  | 'PREVIEW'
  | 'RFC822.SIZE'
  | 'THREADID'
  | 'UID'
  | 'X-GM-MSGID'
  | 'X-GM-THRID';

/** What of a section is asked for: its bytes as they are, without transfer encoding, or how many these are. */
export type SectionForm = 'encoded' | 'decoded' | 'size';

/** The bytes of a section, or of a range of it. */
export interface SectionItem {
  /** How the answer names it: `BODY[1.MIME]<0>`. */
  readonly label: string;
  readonly form: SectionForm;
  readonly section: Section;
  readonly partial: { readonly start: number; readonly octets: number } | undefined;
  /** True: reading it sets \Seen. */
  readonly setsSeen: boolean;
}

/** One thing that FETCH is asked for. */
export type FetchItem = PlainFetchItem | SectionItem;
