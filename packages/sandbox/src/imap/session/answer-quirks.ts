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
  readonly isNested: boolean;
}

export type FetchedItems = readonly (readonly WirePiece[])[];

/** Always the same object. */
export interface ReceivingSession {
  readonly account: Account | undefined;
}

/** Deviations in responses. */
export interface AnswerQuirks {
  readonly tell?: (line: OctetText, session: ReceivingSession) => readonly OctetText[];
  readonly tellItems?: (items: FetchedItems) => FetchedItems;
  /** Undefined: the right description. */
  readonly describePart?: (described: DescribedPart) => OctetText | undefined;
  readonly tellSize?: (octets: number) => number;
  readonly store?: (raw: Buffer) => Buffer;
  /** Sends EXPUNGEs lowest first, as if no number shifted. */
  readonly tellsExpungesUpwards?: boolean;
}
