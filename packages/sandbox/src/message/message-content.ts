import { createHash } from 'node:crypto';
import { type HeaderBlock, parseHeaderBlock } from './header-block.ts';
import { type MimePart, parseMimeMessage } from './mime-part.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const ID_DIGITS = 32;

/** Bytes and lazily parsed values, shared by copies. */
export class MessageContent {
  readonly raw: Buffer;
  #header: HeaderBlock | undefined;
  #root: MimePart | undefined;
  #id: string | undefined;

  constructor(raw: Buffer) {
    this.raw = withNetworkLineBreaks(raw);
  }

  /** Equal for equal bytes (RFC 8474 §5.1). */
  get id(): string {
    this.#id ??= `M${createHash('sha256').update(this.raw).digest('hex').slice(0, ID_DIGITS)}`;
    return this.#id;
  }

  get header(): HeaderBlock {
    this.#header ??= parseHeaderBlock({ raw: this.raw, start: 0, end: this.raw.length });
    return this.#header;
  }

  get root(): MimePart {
    this.#root ??= parseMimeMessage(this.raw);
    return this.#root;
  }
}

function withNetworkLineBreaks(raw: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let start = 0;
  for (let at = raw.indexOf(LINE_FEED); at >= 0; at = raw.indexOf(LINE_FEED, at + 1)) {
    if (at > 0 && raw[at - 1] === CARRIAGE_RETURN) continue;
    pieces.push(raw.subarray(start, at), CRLF);
    start = at + 1;
  }
  return pieces.length === 0 ? raw : Buffer.concat([...pieces, raw.subarray(start)]);
}

const CRLF = Buffer.from('\r\n');
