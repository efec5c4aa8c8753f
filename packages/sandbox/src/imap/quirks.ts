/** What makes the IMAP server of one provider differ from what its capabilities promise. */
import type { MimePart } from '../message/mime-part.ts';
import type { OctetText } from '../octet-text.ts';
import type { StructureForm } from './body-structure.ts';
import type { CommandResult, Invocation } from './commands/command.ts';
import type { Session } from './session.ts';
import type { WirePiece } from './wire/wire-text.ts';

/** A part that BODY or BODYSTRUCTURE is about to describe. */
export interface DescribedPart {
  readonly part: MimePart;
  readonly form: StructureForm;
  /** True for all parts but the whole message. */
  readonly isNested: boolean;
}

/** Runs a command as it stands. */
export type RunCommand = (invocation: Invocation) => Promise<CommandResult>;

/** The items of one FETCH answer, each with its value. */
export type FetchedItems = readonly (readonly WirePiece[])[];

/** The quirks of a server. Each may be left out: then the server behaves as it announces. */
export interface Quirks {
  /** Wraps the handler of each command; may refuse, answer by itself, run other arguments, or send more. */
  readonly run?: (invocation: Invocation, run: RunCommand) => Promise<CommandResult>;
  /** The untagged lines that are sent in the place of this one. */
  readonly tell?: (line: OctetText, session: Session) => readonly OctetText[];
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

/** What the server announces of itself, and what it hides. */
export interface Announcement {
  /** Capabilities that are on and not announced. */
  readonly hidden: readonly string[];
  /** Capabilities that are announced and not supported here. */
  readonly extra: readonly string[];
  /** The name in greeting and ID. */
  readonly serverName: string;
}

/** A server that announces what it supports, by its own name. */
export const PLAIN_ANNOUNCEMENT: Announcement = { hidden: [], extra: [], serverName: 'posthorn-sandbox' };
