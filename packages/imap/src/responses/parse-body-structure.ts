/** No recursion: depth costs no stack. */
import type { Bounds } from '../wire/bounds.ts';
import { CLOSE, OPEN, ZERO } from '../wire/octets.ts';
import type { ResponseCursor } from '../wire/response-cursor.ts';
import { SyntaxFailure } from '../wire/syntax-failure.ts';
import type { BodyStructure, Disposition } from './body-structure.ts';
import type { Envelope } from './envelope.ts';
import { parseEnvelope } from './parse-envelope.ts';

type StructureBounds = Pick<Bounds, 'structureDepth' | 'structureParts' | 'envelopeAddresses'>;

type Field = string | null | readonly Field[];

/** Disposition parameters are two levels down. */
const MAX_FIELD_DEPTH = 8;
/** Per part; more are skipped. */
const MAX_FIELDS = 300;
const MAX_NUMBER_DIGITS = 15;
/** Before the envelope of a message/rfc822 part. */
const BASIC_FIELDS = 7;

interface OpenPart {
  readonly path: string;
  readonly children: BodyStructure[];
  readonly message: { readonly fields: readonly Field[]; readonly envelope: Envelope | null } | null;
}

/** BODYSTRUCTURE (RFC 9051 §7.5.2). Throws `depth`, `parts` or `syntax`. */
export function parseBodyStructure(cursor: ResponseCursor, bounds: StructureBounds): BodyStructure {
  const parser = new StructureParser(cursor, bounds);
  return parser.parse();
}

class StructureParser {
  readonly #cursor: ResponseCursor;
  readonly #bounds: StructureBounds;
  readonly #open: OpenPart[] = [];
  #parts = 0;

  constructor(cursor: ResponseCursor, bounds: StructureBounds) {
    this.#cursor = cursor;
    this.#bounds = bounds;
  }

  parse(): BodyStructure {
    for (;;) {
      let complete = this.#beginPart();
      while (complete) {
        const parent = this.#open.at(-1);
        if (!parent) return complete;
        parent.children.push(complete);
        complete = this.#goOn(parent);
      }
    }
  }

  #beginPart(): BodyStructure | undefined {
    this.#countPart();
    const path = this.#nextPath();
    this.#cursor.expect(OPEN);
    this.#cursor.skipSpaces();
    if (this.#cursor.peek() === OPEN) return this.#push({ path, children: [], message: null });
    return this.#beginLeaf(path);
  }

  #beginLeaf(partPath: string): BodyStructure | undefined {
    const fields = this.#readFields(BASIC_FIELDS);
    if (fields.length === 0) throw new SyntaxFailure();
    if (isMultipartWithoutParts(fields)) return this.#endMultipart(partPath, [], fields);
    const path = partPath === '' ? '1' : partPath;
    if (!isMessage(fields) || this.#cursor.peek() !== OPEN) return this.#endLeaf(path, fields, null);
    const envelope = parseEnvelope(this.#cursor, this.#bounds.envelopeAddresses);
    this.#cursor.skipSpaces();
    if (this.#cursor.peek() !== OPEN) return this.#endLeaf(path, fields, null);
    return this.#push({ path, children: [], message: { fields, envelope } });
  }

  #goOn(part: OpenPart): BodyStructure | undefined {
    this.#cursor.skipSpaces();
    if (part.message === null) {
      if (this.#cursor.peek() === OPEN) return undefined;
      this.#open.pop();
      return this.#endMultipart(part.path, part.children, this.#readFields(0));
    }
    this.#open.pop();
    const { fields, envelope } = part.message;
    const [body] = part.children;
    if (!body) throw new SyntaxFailure();
    return this.#endLeaf(part.path, fields, { envelope, body });
  }

  #endLeaf(path: string, basic: readonly Field[], message: BodyStructure['message']): BodyStructure {
    const rest = this.#readFields(0);
    this.#cursor.expect(CLOSE);
    return toLeaf(path, { basic, rest, message });
  }

  #endMultipart(path: string, children: readonly BodyStructure[], fields: readonly Field[]): BodyStructure {
    this.#cursor.expect(CLOSE);
    return toMultipart(path, children, fields);
  }

  /** 0 reads to the end of the part. */
  #readFields(limit: number): readonly Field[] {
    const fields: Field[] = [];
    for (;;) {
      this.#cursor.skipSpaces();
      if (this.#cursor.peek() === CLOSE || (limit > 0 && fields.length === limit)) return fields;
      if (fields.length < MAX_FIELDS) fields.push(readField(this.#cursor, 0));
      else this.#cursor.skipValue();
    }
  }

  #push(part: OpenPart): undefined {
    if (this.#open.length >= this.#bounds.structureDepth) throw new SyntaxFailure('depth');
    this.#open.push(part);
    return undefined;
  }

  #countPart(): void {
    this.#parts += 1;
    if (this.#parts > this.#bounds.structureParts) throw new SyntaxFailure('parts');
  }

  /** RFC 9051 §6.4.5.1. */
  #nextPath(): string {
    const parent = this.#open.at(-1);
    if (!parent) return '';
    if (parent.message === null) return below(parent.path, parent.children.length + 1);
    return this.#isMultipartNext() ? `${parent.path}.TEXT` : below(parent.path, 1);
  }

  #isMultipartNext(): boolean {
    const { octets, position } = this.#cursor;
    return octets[position] === OPEN && octets[position + 1] === OPEN;
  }
}

/** A message's multipart numbers parts below the message: `3.1`. */
function below(path: string, number: number): string {
  if (path === '') return String(number);
  return path.endsWith('.TEXT') ? `${path.slice(0, -'TEXT'.length)}${number}` : `${path}.${number}`;
}

function readField(cursor: ResponseCursor, depth: number): Field {
  if (cursor.peek() !== OPEN) return cursor.nullableText();
  if (depth >= MAX_FIELD_DEPTH) throw new SyntaxFailure('depth');
  cursor.expect(OPEN);
  const fields: Field[] = [];
  for (;;) {
    cursor.skipSpaces();
    if (cursor.skip(CLOSE)) return fields;
    if (fields.length < MAX_FIELDS) fields.push(readField(cursor, depth + 1));
    else cursor.skipValue();
  }
}

/** `("MIXED" ("BOUNDARY" "x") NIL NIL)` from some servers. */
function isMultipartWithoutParts(fields: readonly Field[]): boolean {
  const [type, second] = fields;
  if (typeof type === 'string' && type.toLowerCase() === 'multipart') return false;
  return Array.isArray(second) || fields.length === 1;
}

function isMessage([type, subtype]: readonly Field[]): boolean {
  if (lower(type) !== 'message') return false;
  return lower(subtype) === 'rfc822' || lower(subtype) === 'global';
}

function toMultipart(
  path: string,
  children: readonly BodyStructure[],
  [subtype, parameters, disposition, language, location]: readonly Field[],
): BodyStructure {
  return {
    path,
    type: 'multipart',
    subtype: lower(subtype) ?? 'mixed',
    parameters: toParameters(parameters),
    id: null,
    description: null,
    encoding: '7bit',
    octets: 0,
    lines: null,
    disposition: toDisposition(disposition),
    language: toTexts(language),
    location: toText(location),
    message: null,
    children,
  };
}

interface LeafFields {
  readonly basic: readonly Field[];
  readonly rest: readonly Field[];
  readonly message: BodyStructure['message'];
}

function toLeaf(path: string, leaf: LeafFields): BodyStructure {
  const { basic, rest, message } = leaf;
  const [type, subtype, parameters, id, description, encoding, octets] = basic;
  const start = extensionStart(leaf);
  const hasLines = message !== null || lower(type) === 'text' || isMessage(basic);
  return {
    path,
    type: lower(type) ?? 'application',
    subtype: lower(subtype) ?? 'octet-stream',
    parameters: toParameters(parameters),
    id: toText(id),
    description: toText(description),
    encoding: lower(encoding)?.trim() || '7bit',
    octets: toNumber(octets) ?? 0,
    lines: hasLines ? toNumber(rest[start - 1]) : null,
    disposition: toDisposition(rest[start + 1]),
    language: toTexts(rest[start + 2]),
    location: toText(rest[start + 3]),
    message,
    children: [],
  };
}

/**
 * Some servers count lines for every part, omit them for text, or send NIL for a message's envelope and
 * structure. An MD5 is neither number nor list.
 */
function extensionStart({ basic, rest, message }: LeafFields): number {
  const before = message === null && isMessage(basic) ? leadingNulls(rest) : 0;
  if (toNumber(rest[before]) !== null) return before + 1;
  const hasLines = message !== null || lower(basic[0]) === 'text';
  return hasLines && !isList(rest[1]) ? 1 : 0;
}

function leadingNulls(rest: readonly Field[]): number {
  return [1, 2].find((index) => rest.slice(0, index).every(isNull) && toNumber(rest[index]) !== null) ?? 0;
}

function isNull(field: Field): boolean {
  return field === null;
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

function toParameters(field: Field | undefined): ReadonlyMap<string, string> {
  if (!isList(field) || field.length === 0) return NO_PARAMETERS;
  const parameters = new Map<string, string>();
  for (let index = 0; index + 1 < field.length; index += 2) {
    const name = lower(field[index]);
    if (name && !parameters.has(name)) parameters.set(name, toText(field[index + 1]) ?? '');
  }
  return parameters;
}

/** `("attachment" ("filename" "a.pdf"))`; some servers send only the type. */
function toDisposition(field: Field | undefined): Disposition | null {
  const type = isList(field) ? lower(field[0]) : lower(field);
  if (type === null) return null;
  return { type: type.trim(), parameters: isList(field) ? toParameters(field[1]) : NO_PARAMETERS };
}

const NO_TEXTS: readonly string[] = [];

function toTexts(field: Field | undefined): readonly string[] {
  if (field === null || field === undefined) return NO_TEXTS;
  if (isList(field)) return field.filter((text) => typeof text === 'string');
  return [field];
}

function toText(field: Field | undefined): string | null {
  return typeof field === 'string' ? field : null;
}

function lower(field: Field | undefined): string | null {
  return typeof field === 'string' ? field.toLowerCase() : null;
}

function toNumber(field: Field | undefined): number | null {
  if (typeof field !== 'string' || field.length === 0 || field.length > MAX_NUMBER_DIGITS) return null;
  let value = 0;
  for (let index = 0; index < field.length; index += 1) {
    const digit = field.charCodeAt(index) - ZERO;
    if (digit < 0 || digit > 9) return null;
    value = value * 10 + digit;
  }
  return value;
}

function isList(field: Field | undefined): field is readonly Field[] {
  return Array.isArray(field);
}
