import { type HeaderField, isPrivateField, type MessageHeaders } from '../../domain/messages/header-field.ts';
import { endOfLine, isBlankLine } from '../octets/octet-lines.ts';
import { declaredCharset } from './declared-charset.ts';
import { decodeEncodedWords } from './encoded-words.ts';
import { decodeFieldValue, needsCharset } from './field-charset.ts';
import { findColon, isFolded } from './header-fields.ts';

const MAX_FIELDS = 500;
const MAX_ENCODED_WORDS = 500;
const FOLD = /\r?\n|\r/g;

interface FieldRange {
  readonly start: number;
  readonly colon: number;
  end: number;
}

/**
 * All decoded fields, in order (RFC 5322 §2.2). From `maxOctets` on, the last field counts as cut and is
 * dropped; malformed lines are skipped. Never throws; linear.
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

function countDecodable(fields: readonly HeaderField[]): number {
  let words = 0;
  const end = fields.findIndex(({ value }) => {
    words += value.split('=?').length - 1;
    return words > MAX_ENCODED_WORDS;
  });
  return end === -1 ? fields.length : end;
}

function readField(
  octets: Uint8Array,
  { start, colon, end }: FieldRange,
  charset: string | undefined,
): HeaderField {
  const name = Buffer.from(octets.subarray(start, colon)).toString('latin1').trimEnd();
  return { name, value: decodeFieldValue(octets.subarray(colon + 1, end), charset).replace(FOLD, '') };
}
