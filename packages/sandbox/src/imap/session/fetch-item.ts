/** RFC 3501 §6.4.5, RFC 3516, RFC 8474, RFC 8970; X-GM items of Gmail. */
import type { Section } from '../../message/section.ts';

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

export type SectionForm = 'encoded' | 'decoded' | 'size';

/** A section. */
export interface SectionItem {
  /** As in the response: `BODY[1.MIME]<0>`. */
  readonly label: string;
  readonly form: SectionForm;
  readonly section: Section;
  readonly partial: { readonly start: number; readonly octets: number } | undefined;
  readonly setsSeen: boolean;
}

export type FetchItem = PlainFetchItem | SectionItem;
