/** Whole client commands: lines with the literals they announce (RFC 3501 §4.3, LITERAL+ of RFC 7888). */

import type { OctetText } from '../../octet-text.ts';
import type { ByteSource } from './byte-source.ts';

/** A command as it came: its text with `{n}` at the place of each literal, and the literals by that place. */
export interface RawCommand {
  readonly text: OctetText;
  readonly literals: ReadonlyMap<number, Buffer>;
}

/** Where commands come from, and how literals are asked for. */
export interface CommandReaderOptions {
  readonly source: ByteSource;
  /** False: `{n+}` is not a literal, as on a server without LITERAL+. */
  readonly hasNonSynchronizingLiterals: boolean;
  /** Asks the client for the literal it announced. */
  readonly sendContinuation: () => void;
  /** Tells the client that its literal is refused; it will not be sent. */
  readonly refuseLiteral: (tag: OctetText) => void;
}

/** A literal without synchronisation is too large: it cannot be refused, only the connection closed. */
export class LiteralTooLarge extends Error {}

/** As Dovecot: long enough for any honest UID set, short enough to hold in memory. */
export const MAX_LINE_OCTETS = 64 * 1024;
/** All literals of one command together: above the largest message that mail providers accept. */
const MAX_LITERAL_OCTETS = 64 * 1024 * 1024;

const LITERAL_AT_END = /\{([0-9]{1,10})(\+?)\}$/;
/** The longest announcement; only this much of a line's end is looked at. */
const MAX_ANNOUNCEMENT_OCTETS = 14;

/**
 * The next command, or undefined when the peer is gone; an empty command when its literal was refused. Throws LineTooLong
 * and LiteralTooLarge.
 */
export async function readCommand(options: CommandReaderOptions): Promise<RawCommand | undefined> {
  const literals = new Map<number, Buffer>();
  let text = '';
  let literalOctets = 0;
  for (;;) {
    const line = await options.source.readLine(MAX_LINE_OCTETS - text.length);
    if (line === undefined) return undefined;
    text += line;
    const announcement = findAnnouncement(line, options.hasNonSynchronizingLiterals);
    if (announcement === undefined) return { text, literals };

    literalOctets += announcement.octets;
    if (literalOctets > MAX_LITERAL_OCTETS) {
      if (!announcement.isSynchronizing) throw new LiteralTooLarge();
      options.refuseLiteral(text.split(' ', 1)[0] ?? '*');
      return { text: '', literals: new Map() };
    }
    if (announcement.isSynchronizing) options.sendContinuation();
    const literal = await options.source.readBytes(announcement.octets);
    if (literal === undefined) return undefined;
    literals.set(text.length - announcement.length, literal);
  }
}

interface Announcement {
  readonly octets: number;
  readonly isSynchronizing: boolean;
  /** How many characters the announcement takes at the end of the line. */
  readonly length: number;
}

function findAnnouncement(line: OctetText, hasNonSynchronizing: boolean): Announcement | undefined {
  if (!line.endsWith('}')) return undefined;
  const match = LITERAL_AT_END.exec(line.slice(-MAX_ANNOUNCEMENT_OCTETS));
  if (match === null) return undefined;
  const isSynchronizing = match[2] === '';
  if (!isSynchronizing && !hasNonSynchronizing) return undefined;
  return { octets: Number(match[1]), isSynchronizing, length: match[0].length };
}
