/** RFC 3501 §4.3, RFC 7888, RFC 3516. */

import type { OctetText } from '../../octet-text.ts';
import type { ByteSource } from './byte-source.ts';
import { CommandRefusal, refuse } from './refusal.ts';

/** `text` has `{n}` or `~{n}` per literal; `literals` are by that position. */
export interface RawCommand {
  readonly text: OctetText;
  readonly literals: ReadonlyMap<number, Buffer>;
}

/** RFC 7888, RFC 7889. */
export interface LiteralLimits {
  /** The largest `{n+}`; undefined without LITERAL+ and LITERAL-. */
  readonly maxUnasked: number | undefined;
  readonly maxAsked: number;
}

/** Where faults strike. */
export interface LiteralMoment {
  readonly at: 'literal-announced' | 'within-literal';
  readonly text: OctetText;
}

/** Source and literal answers. */
export interface CommandReaderOptions {
  readonly source: ByteSource;
  readonly limits: LiteralLimits;
  readonly sendContinuation: () => void;
  /** Throws CommandRefusal for an unwanted literal, or ConversationEnd. */
  readonly meetLiteral: (moment: LiteralMoment) => Promise<void>;
  readonly sendRefusal: (text: OctetText, refusal: CommandRefusal) => void;
}

/** A non-synchronising literal can only close the connection. */
export class LiteralTooLarge extends Error {}

const REFUSED: RawCommand = { text: '', literals: new Map() };
/** As in Dovecot. */
export const MAX_LINE_OCTETS = 64 * 1024;
/** Per command, above any provider's largest message. */
export const MAX_LITERAL_OCTETS = 64 * 1024 * 1024;

const LITERAL_AT_END = /~?\{([0-9]{1,10})(\+?)\}$/;
const MAX_ANNOUNCEMENT_OCTETS = 14;

/** Undefined at the end; empty after a refused literal. Throws LineTooLong, LiteralTooLarge. */
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
    // Non-synchronising literals follow anyway.
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
  readonly text: OctetText;
}

async function refusalOf(
  { limits, meetLiteral }: CommandReaderOptions,
  { announcement, octets, text }: AnnouncedLiteral & { readonly octets: number },
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
