import type { BodyPart } from '../../domain/messages/body-structure.ts';
import { fileNameOf } from '../headers/parameters.ts';

/** A part that is not body text. */
export interface PlacedFile {
  readonly part: BodyPart;
  readonly isAlternative: boolean;
}

const CALENDAR_TYPES = new Set(['text/calendar', 'application/ics']);

/** Decoded per encoded octets. */
const DECODED_SHARE: ReadonlyMap<string, Range> = new Map([
  ['base64', { least: 0.7, most: 0.76 }],
  ['quoted-printable', { least: 1 / 3, most: 1 }],
]);
/** Line ends may differ. */
const AS_IT_IS: Range = { least: 0.9, most: 1 };

interface Range {
  readonly least: number;
  readonly most: number;
}

/** Calendar alternatives that a file repeats, by type and size; the named file stays. */
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
