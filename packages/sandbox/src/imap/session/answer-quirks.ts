import type { Account } from '../../accounts/accounts.ts';
import type { MimePart } from '../../message/mime-part.ts';
import type { OctetText } from '../../octet-text.ts';
import type { WirePiece } from '../wire/wire-text.ts';

/** BODY lacks the extension data of BODYSTRUCTURE. */
export type StructureForm = 'BODY' | 'BODYSTRUCTURE';

/** A part to describe. */
export interface DescribedPart {
  readonly part: MimePart;
  readonly form: StructureForm;
  /** False for the whole message. */
  readonly isNested: boolean;
}

/** The items and values of one FETCH response. */
export type FetchedItems = readonly (readonly WirePiece[])[];

/** The receiving session; always the same object. */
export interface ReceivingSession {
  readonly account: Account | undefined;
}

/** Deviations in responses. */
export interface AnswerQuirks {
  /** Replaces an untagged line. */
  readonly tell?: (line: OctetText, session: ReceivingSession) => readonly OctetText[];
  /** Replaces the items of a FETCH response. */
  readonly tellItems?: (items: FetchedItems) => FetchedItems;
  /** Undefined: the right description. */
  readonly describePart?: (described: DescribedPart) => OctetText | undefined;
  readonly tellSize?: (octets: number) => number;
  /** Replaces the octets of an appended message. */
  readonly store?: (raw: Buffer) => Buffer;
  /** Sends EXPUNGEs from the lowest number up, as if none shifted. */
  readonly tellsExpungesUpwards?: boolean;
}
