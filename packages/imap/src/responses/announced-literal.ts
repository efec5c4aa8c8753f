import type { AnnouncedLiteral } from '../wire/literal-sink.ts';
import { OPEN_BRACKET } from '../wire/octets.ts';
import { ResponseCursor } from '../wire/response-cursor.ts';
import { SyntaxFailure } from '../wire/syntax-failure.ts';
import { parseSection } from './parse-fetch.ts';

const BINARY = 'BINARY';
/** Above any requested section, and quick to search. */
const MAX_SECTION_OCTETS = 8 * 1024;

/** Undefined unless BODY or BINARY announced it. */
export function toAnnouncedSection(
  beginning: Buffer,
): Pick<AnnouncedLiteral, 'section' | 'isBinary'> | undefined {
  const end = beginning.subarray(-MAX_SECTION_OCTETS);
  const bracket = end.lastIndexOf(OPEN_BRACKET);
  const name = end
    .toString('latin1', Math.max(0, bracket - BINARY.length), Math.max(0, bracket))
    .toUpperCase();
  const isBinary = name === BINARY;
  if (!isBinary && !name.endsWith('BODY')) return undefined;
  const section = sectionAt(end, bracket);
  return section === undefined ? undefined : { section, isBinary };
}

function sectionAt(octets: Buffer, bracket: number): string | undefined {
  const cursor = new ResponseCursor(octets);
  cursor.position = bracket;
  try {
    return parseSection(cursor);
  } catch (error) {
    if (error instanceof SyntaxFailure) return undefined;
    throw error;
  }
}
