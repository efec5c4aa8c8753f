import { endOfLine, type HeaderBlock, headerValue, isBlankLine, parseHeaderBlock } from './header-block.ts';
import { type ParameterizedValue, parameterOf, parseParameterizedValue } from './parameterized-value.ts';

/** Byte ranges (RFC 2046 §5). `message`: of message/rfc822. */
export interface MimePart {
  readonly header: HeaderBlock;
  readonly contentType: ParameterizedValue;
  readonly type: string;
  readonly subtype: string;
  readonly bodyStart: number;
  readonly bodyEnd: number;
  readonly children: readonly MimePart[];
  readonly message: MimePart | undefined;
}

/** As Dovecot 2.3: deeper parts stay content. */
const MAX_DEPTH = 100;
/** As Dovecot 2.3. */
const MAX_PARTS = 10_000;
/** RFC 2046 §5.1.1 allows 70. */
const MAX_BOUNDARY_OCTETS = 1000;

const HYPHEN = 0x2d;

/** One pass; a stack instead of recursion. */
export function parseMimeMessage(raw: Buffer): MimePart {
  const parser = new MimeParser(raw);
  return parser.parse();
}

interface OpenPart {
  part: Mutable<MimePart>;
  boundary: string | undefined;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] };

class MimeParser {
  readonly #raw: Buffer;
  readonly #open: OpenPart[] = [];
  #partCount = 0;

  constructor(raw: Buffer) {
    this.#raw = raw;
  }

  parse(): MimePart {
    const raw = this.#raw;
    const root = this.#openPart(0);
    let position = this.#bodyPosition();
    while (position < raw.length) {
      const end = this.#endOfLine(position);
      const isDelimiter = raw[position] === HYPHEN && raw[position + 1] === HYPHEN;
      position = (isDelimiter ? this.#takeDelimiter(position, end) : undefined) ?? end;
    }
    this.#closeParts({ keep: 0, at: raw.length });
    return root;
  }

  #takeDelimiter(start: number, end: number): number | undefined {
    if (end - start > MAX_BOUNDARY_OCTETS) return undefined;
    const line = this.#raw.toString('latin1', start + 2, end).trimEnd();
    const level = this.#open.findLastIndex(
      ({ boundary }) => boundary !== undefined && (line === boundary || line === `${boundary}--`),
    );
    const parent = this.#open[level];
    if (parent === undefined || this.#partCount >= MAX_PARTS) return undefined;
    this.#closeParts({ keep: level + 1, at: this.#beforeLineBreak(start) });
    if (line !== parent.boundary) {
      parent.boundary = undefined;
      return end;
    }
    parent.part.children.push(this.#openPart(end, parent.part));
    return this.#bodyPosition();
  }

  #openPart(start: number, parent?: MimePart): MimePart {
    const part = this.#readPart(start, parent);
    const boundary = part.type === 'multipart' ? parameterOf(part.contentType, 'boundary') : undefined;
    const canNest = this.#open.length < MAX_DEPTH;
    this.#open.push({ part, boundary: canNest && boundary !== '' ? boundary : undefined });
    this.#partCount += 1;
    if (canNest && part.type === 'message' && part.subtype === 'rfc822') {
      part.message = this.#openPart(part.bodyStart);
    }
    return part;
  }

  #endOfLine(position: number): number {
    return endOfLine({ raw: this.#raw, start: position, end: this.#raw.length });
  }

  #bodyPosition(): number {
    return this.#open.at(-1)?.part.bodyStart ?? this.#raw.length;
  }

  #readPart(start: number, parent: MimePart | undefined): Mutable<MimePart> {
    const header = parseHeaderBlock({ raw: this.#raw, start, end: this.#headerLimit(start) });
    const fallback = parent?.subtype === 'digest' ? 'message/rfc822' : 'text/plain';
    const contentType = parseParameterizedValue(headerValue(header, 'content-type') ?? fallback);
    const { type, subtype } = splitMediaType(contentType.value) ?? { type: 'text', subtype: 'plain' };
    const bodyStart = header.end;
    const bodyEnd = bodyStart;
    return { header, contentType, type, subtype, bodyStart, bodyEnd, children: [], message: undefined };
  }

  /** A delimiter also ends an open header. */
  #headerLimit(start: number): number {
    const raw = this.#raw;
    const isInside = this.#open.some(({ boundary }) => boundary !== undefined);
    if (!isInside) return raw.length;
    let position = start;
    while (position < raw.length && !isBlankLine(raw, position)) {
      const end = this.#endOfLine(position);
      if (raw[position] === HYPHEN && raw[position + 1] === HYPHEN && this.#isDelimiter(position, end)) break;
      position = end;
    }
    return Math.min(raw.length, isBlankLine(raw, position) ? this.#endOfLine(position) : position);
  }

  #isDelimiter(start: number, end: number): boolean {
    if (end - start > MAX_BOUNDARY_OCTETS) return false;
    const line = this.#raw.toString('latin1', start + 2, end).trimEnd();
    return this.#open.some(({ boundary }) => line === boundary || line === `${boundary}--`);
  }

  /** No part ends inside a header. */
  #closeParts(place: { readonly keep: number; readonly at: number }): void {
    const bodyEnd = Math.max(place.at, this.#bodyPosition());
    for (const { part } of this.#open.splice(place.keep)) part.bodyEnd = bodyEnd;
  }

  /** It belongs to the delimiter (RFC 2046 §5.1.1). */
  #beforeLineBreak(start: number): number {
    if (this.#raw[start - 1] !== 0x0a) return start;
    return this.#raw[start - 2] === 0x0d ? start - 2 : start - 1;
  }
}

function splitMediaType(value: string): { type: string; subtype: string } | undefined {
  const slash = value.indexOf('/');
  if (slash <= 0 || slash === value.length - 1) return undefined;
  const type = value.slice(0, slash).trim().toLowerCase();
  return {
    type,
    subtype: value
      .slice(slash + 1)
      .trim()
      .toLowerCase(),
  };
}
