/** What the beginning of a FETCH response says about the literal that it ends in. */
import type { ParseContext } from '../responses/parse-context.ts';
import { parseSection } from '../responses/parse-fetch.ts';
import { parseFetchBeginning } from '../responses/parse-response.ts';
import type { AnnouncedLiteral } from './literal-sink.ts';
import { OPEN_BRACKET } from './octets.ts';
import { ResponseCursor } from './response-cursor.ts';
import { SyntaxFailure } from './syntax-failure.ts';

const BINARY = 'BINARY';

/** The literal behind `beginning`; undefined where it is not the value of a BODY or BINARY section. */
export function toAnnouncedLiteral(
  beginning: Buffer,
  octets: number,
  context: ParseContext,
): AnnouncedLiteral | undefined {
  const bracket = beginning.lastIndexOf(OPEN_BRACKET);
  const name = beginning
    .toString('latin1', Math.max(0, bracket - BINARY.length), Math.max(0, bracket))
    .toUpperCase();
  const isBinary = name === BINARY;
  if (!isBinary && !name.endsWith('BODY')) return undefined;
  const section = sectionAt(beginning, bracket);
  if (section === undefined) return undefined;
  const uid = parseFetchBeginning(beginning, context)?.uid ?? null;
  return { uid, section, isBinary, octets };
}

function sectionAt(beginning: Buffer, bracket: number): string | undefined {
  const cursor = new ResponseCursor(beginning);
  cursor.position = bracket;
  try {
    return parseSection(cursor);
  } catch (error) {
    if (error instanceof SyntaxFailure) return undefined;
    throw error;
  }
}
