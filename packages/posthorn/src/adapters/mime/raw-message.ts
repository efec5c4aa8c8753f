import { parseHeaderFields } from '../../message/headers/header-fields.ts';
import { endOfLine, isBlankLine } from '../../message/octets/octet-lines.ts';
import { invalidDocument } from './written-text.ts';

/** A field's original octets. */
export interface RawField {
  /** Lower case; empty before the first field. */
  readonly name: string;
  /** Includes folds and line end. */
  readonly octets: Uint8Array;
}

/** Fields and body (RFC 5322 §2.1). */
export interface RawMessage {
  readonly fields: readonly RawField[];
  readonly body: Uint8Array;
}

const LF = 0x0a;
const LINE_END = Buffer.from('\r\n');
/** As in `message/headers/header-fields.ts`. */
const MAX_NAME_OCTETS = 200;
/** Each line takes time. */
const MAX_HEADER_OCTETS = 1_048_576;
const FIELD_NAME = /^([!-9;-~]+)[ \t]*:/;

/**
 * A malformed line stays with the field before: after Bcc it may be an address. Throws `invalid-document` for
 * headers above 1 MB.
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

/** The first field's decoded, unfolded value; `name` in lower case. */
export function firstValue(fields: readonly RawField[], name: string): string | undefined {
  const field = fields.find((candidate) => candidate.name === name);
  return field && fieldValue(field);
}

/** The decoded, unfolded value. */
export function fieldValue({ name, octets }: RawField): string {
  return parseHeaderFields(octets).first(name) ?? '';
}

function withLineEnd(field: Uint8Array): Uint8Array {
  return field.at(-1) === LF ? field : Buffer.concat([field, LINE_END]);
}

function fieldNameAt(octets: Uint8Array, start: number): string | undefined {
  const line = Buffer.from(octets.buffer, octets.byteOffset + start, octets.length - start);
  const name = FIELD_NAME.exec(line.toString('latin1', 0, MAX_NAME_OCTETS + 1))?.[1];
  return name?.toLowerCase();
}
