import type { NumberToken } from '../wire/number-line-reader.ts';
import type { NumberSet } from '../wire/number-set.ts';
import type { NumberResponseName } from '../wire/response-kind.ts';
import { SyntaxFailure } from '../wire/syntax-failure.ts';
import type { ExtendedSearchResponse, SearchResponse, VanishedResponse } from './response.ts';

/** RFC 9051 §7.3.4, RFC 3501 §7.2.5, RFC 5256 §4, RFC 7162 §3.2.10. */
export function toNumberResponse(
  name: NumberResponseName,
  tokens: readonly NumberToken[],
): SearchResponse | ExtendedSearchResponse | VanishedResponse {
  const reader = new TokenReader(tokens);
  if (name === 'ESEARCH') return readExtendedSearch(reader);
  if (name === 'VANISHED') return readVanished(reader);
  return readSearch(reader, name === 'SEARCH' ? 'search' : 'sort');
}

class TokenReader {
  readonly #tokens: readonly NumberToken[];
  #index = 0;

  constructor(tokens: readonly NumberToken[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#index >= this.#tokens.length;
  }

  peek(): NumberToken['kind'] | undefined {
    return this.#tokens[this.#index]?.kind;
  }

  next(): NumberToken {
    const token = this.#tokens[this.#index];
    if (!token) throw new SyntaxFailure();
    this.#index += 1;
    return token;
  }

  expect(kind: 'open' | 'close'): void {
    if (this.next().kind !== kind) throw new SyntaxFailure();
  }

  word(): string {
    const token = this.next();
    if (token.kind !== 'word') throw new SyntaxFailure();
    return token.text;
  }

  list(): Uint32Array {
    const token = this.next();
    if (token.kind !== 'list') throw new SyntaxFailure();
    return token.numbers;
  }

  set(): NumberSet {
    const token = this.next();
    if (token.kind !== 'set') throw new SyntaxFailure();
    return token.set;
  }

  number(): number {
    const { ranges } = this.set();
    if (ranges.length !== 2 || ranges[0] !== ranges[1]) throw new SyntaxFailure();
    return ranges[0] ?? 0;
  }

  /** A small mod-sequence is a one-number list or set. */
  bigNumber(): bigint {
    const token = this.next();
    if (token.kind === 'big') return token.number;
    if (token.kind === 'set' && token.set.size === 1) return BigInt(token.set.ranges[0] ?? 0);
    if (token.kind === 'list' && token.numbers.length === 1) return BigInt(token.numbers[0] ?? 0);
    throw new SyntaxFailure();
  }
}

function readSearch(reader: TokenReader, kind: 'search' | 'sort'): SearchResponse {
  const numbers = reader.peek() === 'list' ? reader.list() : new Uint32Array();
  const modSeq = reader.peek() === 'open' ? readSearchModSeq(reader) : null;
  if (!reader.isAtEnd) throw new SyntaxFailure();
  return { kind, numbers, modSeq };
}

/** `(MODSEQ 917162500)` (RFC 7162 §3.1.5). */
function readSearchModSeq(reader: TokenReader): bigint {
  reader.expect('open');
  if (reader.word().toUpperCase() !== 'MODSEQ') throw new SyntaxFailure();
  const modSeq = reader.bigNumber();
  reader.expect('close');
  return modSeq;
}

function readVanished(reader: TokenReader): VanishedResponse {
  const isEarlier = reader.peek() === 'open';
  if (isEarlier) {
    reader.expect('open');
    if (reader.word().toUpperCase() !== 'EARLIER') throw new SyntaxFailure();
    reader.expect('close');
  }
  const uids = reader.set();
  if (!reader.isAtEnd) throw new SyntaxFailure();
  return { kind: 'vanished', isEarlier, uids };
}

type MutableResult = { -readonly [Member in keyof ExtendedSearchResponse]: ExtendedSearchResponse[Member] };

function readExtendedSearch(reader: TokenReader): ExtendedSearchResponse {
  const tag = reader.peek() === 'open' ? readCorrelator(reader) : null;
  const result: MutableResult = { kind: 'extended-search', tag, isUid: false };
  while (!reader.isAtEnd) readReturnData(reader, result);
  return result;
}

/** `(TAG "A282")`; MULTISEARCH adds the mailbox (RFC 7377 §2.1). */
function readCorrelator(reader: TokenReader): string | null {
  let tag: string | null = null;
  reader.expect('open');
  while (reader.peek() !== 'close') {
    const isTag = reader.word().toUpperCase() === 'TAG';
    const value = reader.next();
    if (isTag) tag = textOf(value);
  }
  reader.expect('close');
  return tag;
}

/** An unquoted tag of digits is a number token. */
function textOf(token: NumberToken): string | null {
  if (token.kind === 'word') return token.text;
  if (token.kind === 'big') return String(token.number);
  return token.kind === 'set' ? String(token.set.ranges[0]) : null;
}

function readReturnData(reader: TokenReader, result: MutableResult): void {
  const name = reader.word().toUpperCase();
  switch (name) {
    case 'UID':
      result.isUid = true;
      break;
    case 'MIN':
      result.min = reader.number();
      break;
    case 'MAX':
      result.max = reader.number();
      break;
    case 'COUNT':
      result.count = reader.number();
      break;
    case 'ALL':
      result.all = reader.set();
      break;
    case 'MODSEQ':
      result.modSeq = reader.bigNumber();
      break;
    case 'PARTIAL':
      result.partial = readPartial(reader);
      break;
    default:
      skipReturnValue(reader);
  }
}

/** `(-1:-100 1:3)`; NIL for no match (RFC 9394 §3.1). */
function readPartial(reader: TokenReader): NonNullable<ExtendedSearchResponse['partial']> {
  reader.expect('open');
  const first = reader.next();
  const range = first.kind === 'set' ? first.set.ranges.join(':') : (textOf(first) ?? '');
  const numbers = reader.peek() === 'set' ? reader.set() : null;
  if (numbers === null && reader.word().toUpperCase() !== 'NIL') throw new SyntaxFailure();
  reader.expect('close');
  return { range, numbers };
}

function skipReturnValue(reader: TokenReader): void {
  let depth = 0;
  do {
    const { kind } = reader.next();
    if (kind === 'open') depth += 1;
    if (kind === 'close') depth -= 1;
  } while (depth > 0);
}
