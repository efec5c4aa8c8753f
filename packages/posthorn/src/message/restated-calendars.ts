/** Finds calendar data that a message carries twice: as an alternative of its text, and as a file. */
import type { BodyPart } from '../domain/body-structure.ts';
import { fileNameOf } from './parameters.ts';

/** A part that is not body text. */
export interface PlacedFile {
  readonly part: BodyPart;
  /** True within a multipart/alternative. */
  readonly isAlternative: boolean;
}

const CALENDAR_TYPES = new Set(['text/calendar', 'application/ics']);

/** Octets of the decoded content for each encoded one: base64 with and without line ends, quoted-printable with and without escapes. */
const DECODED_SHARE: ReadonlyMap<string, Range> = new Map([
  ['base64', { least: 0.7, most: 0.76 }],
  ['quoted-printable', { least: 1 / 3, most: 1 }],
]);
/** A copy may have other line ends. */
const AS_IT_IS: Range = { least: 0.9, most: 1 };

interface Range {
  readonly least: number;
  readonly most: number;
}

/** The alternatives that a file repeats, as far as types and sizes show it. The file has the name, so the alternative is left out. */
export function restatedCalendars(files: readonly PlacedFile[]): ReadonlySet<BodyPart> {
  const alternatives = files.filter(({ part, isAlternative }) => isAlternative && isCalendar(part));
  if (alternatives.length === 0) return new Set();
  const sizes = files
    .filter(({ part, isAlternative }) => !isAlternative && isCalendarFile(part))
    .map(({ part }) => decodedOctets(part));
  const restated = alternatives.filter(({ part }) => {
    const { least, most } = decodedOctets(part);
    return sizes.some((size) => size.least <= most && least <= size.most);
  });
  return new Set(restated.map(({ part }) => part));
}

function isCalendar({ mediaType }: BodyPart): boolean {
  return CALENDAR_TYPES.has(mediaType);
}

function isCalendarFile(part: BodyPart): boolean {
  return isCalendar(part) || (fileNameOf(part)?.toLowerCase().endsWith('.ics') ?? false);
}

function decodedOctets({ octets, encoding }: BodyPart): Range {
  const { least, most } = DECODED_SHARE.get(encoding) ?? AS_IT_IS;
  return { least: octets * least, most: octets * most };
}
