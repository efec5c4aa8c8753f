/** Takes a message apart into its header fields and its body without changing an octet (RFC 5322 §2.1). */
import { parseHeaderFields } from '../../message/header-fields.ts';
import { endOfLine, isBlankLine } from '../../message/octet-lines.ts';
import { invalidDocument } from './written-text.ts';

/** One header field with its original octets. */
export interface RawField {
  /** In lower case; empty for lines before the first field that are not fields. */
  readonly name: string;
  /** The field with its folds and its line end. */
  readonly octets: Uint8Array;
}

/** A message as its header fields and its body, both with their original octets. */
export interface RawMessage {
  readonly fields: readonly RawField[];
  /** What follows the empty line. */
  readonly body: Uint8Array;
}

const LF = 0x0a;
const LINE_END = Buffer.from('\r\n');
/** No field name is longer, see `message/header-fields.ts`. */
const MAX_NAME_OCTETS = 200;
/** Real headers have some ten thousand; each line costs work. */
const MAX_HEADER_OCTETS = 1_048_576;
const FIELD_NAME = /^([!-9;-~]+)[ \t]*:/;

/**
 * The fields in their order. A line that is neither a field nor a fold belongs to the field before it, so that it
 * goes where that field goes: after a Bcc it may be an address. Throws `invalid-document` for a header above 1 MB.
 */
export function splitMessage(octets: Uint8Array): RawMessage {
  const fields: RawField[] = [];
  let name = '';
  let start = 0;
  let position = 0;
  while (position < octets.length && !isBlankLine(octets, position)) {
    if (position > MAX_HEADER_OCTETS) throw invalidDocument('The header of the message is too long.');
    const nextName = fieldNameAt(octets, position);
    if (nextName !== undefined) {
      if (position > start) fields.push({ name, octets: octets.subarray(start, position) });
      name = nextName;
      start = position;
    }
    position = endOfLine(octets, position);
  }
  if (position > start) fields.push({ name, octets: withLineEnd(octets.subarray(start, position)) });
  return { fields, body: octets.subarray(endOfLine(octets, position)) };
}

/** The decoded, unfolded value of the first field of that lower-case name; undefined when there is none. */
export function firstValue(fields: readonly RawField[], name: string): string | undefined {
  const field = fields.find((candidate) => candidate.name === name);
  return field && fieldValue(field);
}

/** The decoded, unfolded value of the field. */
export function fieldValue({ name, octets }: RawField): string {
  return parseHeaderFields(octets).first(name) ?? '';
}

/** A message may end within its last field. */
function withLineEnd(field: Uint8Array): Uint8Array {
  return field.at(-1) === LF ? field : Buffer.concat([field, LINE_END]);
}

function fieldNameAt(octets: Uint8Array, start: number): string | undefined {
  const line = Buffer.from(octets.buffer, octets.byteOffset + start, octets.length - start);
  const name = FIELD_NAME.exec(line.toString('latin1', 0, MAX_NAME_OCTETS + 1))?.[1];
  return name?.toLowerCase();
}
