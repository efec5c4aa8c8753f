/** What makes the answers of one provider's IMAP server differ from what its capabilities promise. */
import type { Account } from '../../accounts/accounts.ts';
import type { MimePart } from '../../message/mime-part.ts';
import type { OctetText } from '../../octet-text.ts';
import type { WirePiece } from '../wire/wire-text.ts';

/** BODY leaves out the extension data that BODYSTRUCTURE has. */
export type StructureForm = 'BODY' | 'BODYSTRUCTURE';

/** A part that BODY or BODYSTRUCTURE is about to describe. */
export interface DescribedPart {
  readonly part: MimePart;
  readonly form: StructureForm;
  /** True for all parts but the whole message. */
  readonly isNested: boolean;
}

/** The items of one FETCH answer, each with its value. */
export type FetchedItems = readonly (readonly WirePiece[])[];

/** The session that is told something; the same object each time. */
export interface ToldSession {
  /** Undefined before the login. */
  readonly account: Account | undefined;
}

/** How answers differ. Each member may be left out: then the server answers as it announces. */
export interface AnswerQuirks {
  /** The untagged lines that are sent in the place of this one. */
  readonly tell?: (line: OctetText, session: ToldSession) => readonly OctetText[];
  /** The items of a FETCH answer that are sent in the place of these, each with its value. */
  readonly tellItems?: (items: FetchedItems) => FetchedItems;
  /** How a part is described; undefined: as it is. */
  readonly describePart?: (described: DescribedPart) => OctetText | undefined;
  /** The size that RFC822.SIZE returns for a message of `octets`. */
  readonly tellSize?: (octets: number) => number;
  /** What is stored in the place of a message that APPEND brings. */
  readonly store?: (raw: Buffer) => Buffer;
  /** True: several EXPUNGEs are sent from the lowest number up, as if no number shifted. */
  readonly tellsExpungesUpwards?: boolean;
}
