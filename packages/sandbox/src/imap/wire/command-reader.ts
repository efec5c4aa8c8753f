/** Whole client commands: lines with the literals they announce (RFC 3501 §4.3, LITERAL+ of RFC 7888, literal8 of RFC 3516). */

import type { OctetText } from '../../octet-text.ts';
import type { ByteSource } from './byte-source.ts';
import { CommandRefusal, refuse } from './refusal.ts';

/** A command as it came: its text with `{n}` or `~{n}` at the place of each literal, and the literals by that place. */
export interface RawCommand {
  readonly text: OctetText;
  readonly literals: ReadonlyMap<number, Buffer>;
}

/** What a server takes (RFC 7888, RFC 7889). */
export interface LiteralLimits {
  /** The largest `{n+}`, each for itself; undefined: that is no literal, as on a server without LITERAL+ and LITERAL-. */
  readonly maxUnasked: number | undefined;
  /** A literal that the client asks for is refused beyond this. */
  readonly maxAsked: number;
}

/** Moments at which a client's literal is about to come, and has come by half. */
export interface LiteralMoment {
  readonly at: 'literal-announced' | 'within-literal';
  /** The command so far. */
  readonly text: OctetText;
}

/** Where commands come from, and how literals are asked for. */
export interface CommandReaderOptions {
  readonly source: ByteSource;
  readonly limits: LiteralLimits;
  /** Asks the client for the literal it announced. */
  readonly sendContinuation: () => void;
  /** Throws CommandRefusal for a literal that is not wanted, and whatever ends the conversation. */
  readonly meetLiteral: (moment: LiteralMoment) => Promise<void>;
  /** Sends the refusal of the command. */
  readonly sendRefusal: (text: OctetText, refusal: CommandRefusal) => void;
}

/** A literal without synchronisation is too large: it cannot be refused, only the connection closed. */
export class LiteralTooLarge extends Error {}

/** What the reader returns in place of a command that was refused. */
const REFUSED: RawCommand = { text: '', literals: new Map() };
/** As Dovecot: long enough for any honest UID set, short enough to hold in memory. */
export const MAX_LINE_OCTETS = 64 * 1024;
/** All literals of one command together: above the largest message that mail providers accept. */
export const MAX_LITERAL_OCTETS = 64 * 1024 * 1024;

const LITERAL_AT_END = /~?\{([0-9]{1,10})(\+?)\}$/;
/** The longest announcement; only this much of a line's end is looked at. */
const MAX_ANNOUNCEMENT_OCTETS = 14;

/**
 * The next command, or undefined when the peer is gone; an empty command when a literal was refused. Throws LineTooLong
 * and LiteralTooLarge.
 */
export async function readCommand(options: CommandReaderOptions): Promise<RawCommand | undefined> {
  const literals = new Map<number, Buffer>();
  let text = '';
  let octets = 0;
  let refusal: CommandRefusal | undefined;
  for (;;) {
    const line = await options.source.readLine(MAX_LINE_OCTETS - text.length);
    if (line === undefined) return undefined;
    text += line;
    const announcement = findAnnouncement(line, options.limits);
    if (announcement === undefined) break;

    octets += announcement.octets;
    refusal ??= await refusalOf(options, { announcement, octets, text });
    // What the client asks for is not sent after a refusal; what it does not ask for comes all the same.
    if (refusal && announcement.isSynchronizing) break;
    const literal = await readLiteral(options, { announcement, text });
    if (literal === undefined) return undefined;
    literals.set(text.length - announcement.length, literal);
  }
  if (refusal === undefined) return { text, literals };
  options.sendRefusal(text, refusal);
  return REFUSED;
}

interface AnnouncedLiteral {
  readonly announcement: Announcement;
  /** The command so far. */
  readonly text: OctetText;
}

/** Why the literal is not taken. */
async function refusalOf(
  { limits, meetLiteral }: CommandReaderOptions,
  {
    announcement,
    octets,
    text,
  }: AnnouncedLiteral & { /** Of all literals so far. */ readonly octets: number },
): Promise<CommandRefusal | undefined> {
  const { isSynchronizing } = announcement;
  const limit = isSynchronizing ? limits.maxAsked : (limits.maxUnasked ?? 0);
  if (announcement.octets > limit || octets > MAX_LITERAL_OCTETS) {
    if (!isSynchronizing) throw new LiteralTooLarge();
    return refuse('The literal is too large', 'TOOBIG');
  }
  try {
    await meetLiteral({ at: 'literal-announced', text });
    return undefined;
  } catch (error) {
    if (error instanceof CommandRefusal) return error;
    throw error;
  }
}

async function readLiteral(
  { source, sendContinuation, meetLiteral }: CommandReaderOptions,
  { announcement, text }: AnnouncedLiteral,
): Promise<Buffer | undefined> {
  if (announcement.isSynchronizing) sendContinuation();
  const half = Math.floor(announcement.octets / 2);
  const first = await source.readBytes(half);
  if (first === undefined) return undefined;
  await meetLiteral({ at: 'within-literal', text });
  const rest = await source.readBytes(announcement.octets - half);
  return rest && Buffer.concat([first, rest]);
}

interface Announcement {
  readonly octets: number;
  readonly isSynchronizing: boolean;
  /** How many characters the announcement takes at the end of the line. */
  readonly length: number;
}

function findAnnouncement(line: OctetText, { maxUnasked }: LiteralLimits): Announcement | undefined {
  if (!line.endsWith('}')) return undefined;
  const match = LITERAL_AT_END.exec(line.slice(-MAX_ANNOUNCEMENT_OCTETS));
  if (match === null) return undefined;
  const isSynchronizing = match[2] === '';
  if (!isSynchronizing && maxUnasked === undefined) return undefined;
  return { octets: Number(match[1]), isSynchronizing, length: match[0].length };
}
