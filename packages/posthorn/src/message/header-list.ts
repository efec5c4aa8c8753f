/** Reads all fields of a header in their order (RFC 5322 §2.2). */
import { type HeaderField, isPrivateField, type MessageHeaders } from '../domain/header-field.ts';
import { declaredCharset } from './declared-charset.ts';
import { decodeEncodedWords } from './encoded-words.ts';
import { decodeFieldValue, needsCharset } from './field-charset.ts';
import { findColon, isFolded } from './header-fields.ts';
import { endOfLine, isBlankLine } from './octet-lines.ts';

/** Real headers have up to a hundred fields. */
const MAX_FIELDS = 500;
/** Lists of a hundred recipients have two hundred. Each may have a charset of its own, which takes time. */
const MAX_ENCODED_WORDS = 500;
const FOLD = /\r?\n|\r/g;

/** A field within the octets; `end` is after its last fold. */
interface FieldRange {
  readonly start: number;
  readonly colon: number;
  end: number;
}

/**
 * The fields of the header, decoded, when at most `maxOctets` of it were read. The last field of a header that goes on after them is left
 * out. Never throws: lines that are no fields are skipped. Linear in the octets.
 */
export function readHeaderList(
  octets: Uint8Array,
  { maxOctets }: { readonly maxOctets: number },
): MessageHeaders {
  const { ranges, isEnded } = findFields(octets);
  const isCut = !isEnded && octets.length >= maxOctets;
  if (isCut) ranges.pop();
  const charset = needsCharset(octets) ? declaredCharset(octets) : undefined;
  const shown = ranges.slice(0, MAX_FIELDS).map((range) => readField(octets, range, charset));
  const read = shown.filter(({ name }) => !isPrivateField(name));
  const fields = read.slice(0, countDecodable(read));
  return {
    fields: fields.map(({ name, value }) => ({ name, value: decodeEncodedWords(value).trim() })),
    isTruncated: isCut || ranges.length > MAX_FIELDS || fields.length < read.length,
  };
}

/** The fields, and whether the empty line after them was found. */
function findFields(octets: Uint8Array): { readonly ranges: FieldRange[]; readonly isEnded: boolean } {
  const ranges: FieldRange[] = [];
  let current: FieldRange | undefined;
  let start = 0;
  while (start < octets.length && !isBlankLine(octets, start)) {
    const end = endOfLine(octets, start);
    if (isFolded(octets[start])) {
      if (current !== undefined) current.end = end;
    } else {
      const colon = findColon(octets, start);
      current = colon === undefined ? undefined : { start, colon, end };
      if (current !== undefined) ranges.push(current);
    }
    start = end;
  }
  return { ranges, isEnded: start < octets.length };
}

/** How many of the fields have no more encoded words together than are decoded. */
function countDecodable(fields: readonly HeaderField[]): number {
  let words = 0;
  const end = fields.findIndex(({ value }) => {
    words += value.split('=?').length - 1;
    return words > MAX_ENCODED_WORDS;
  });
  return end === -1 ? fields.length : end;
}

/** The field as it is written, without its folds. */
function readField(
  octets: Uint8Array,
  { start, colon, end }: FieldRange,
  charset: string | undefined,
): HeaderField {
  const name = Buffer.from(octets.subarray(start, colon)).toString('latin1').trimEnd();
  return { name, value: decodeFieldValue(octets.subarray(colon + 1, end), charset).replace(FOLD, '') };
}
