import { StringDecoder } from 'node:string_decoder';
import { usageError } from '../command-error.ts';

/** Reads lines on demand. */
export interface LineReader {
  /** Without its end; undefined at the stream's end. The last line needs no end. */
  next(): Promise<string | undefined>;
}

/** Bounds the memory of streams without line ends. */
const MAX_LINE_CHARACTERS = 64 * 1024;

/** Reads UTF-8 lines ending in LF or CRLF. Rejects with CommandError for too long ones. */
export function createLineReader(input: AsyncIterable<Uint8Array | string>): LineReader {
  const lines = splitLines(input);
  return {
    async next() {
      const { value } = await lines.next();
      return value ?? undefined;
    },
  };
}

async function* splitLines(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<string, void> {
  const decoder = new StringDecoder('utf8');
  let pending = '';
  for await (const chunk of input) {
    const [first = '', ...others] = decoder.write(Buffer.from(chunk)).split('\n');
    pending += first;
    for (const next of others) {
      yield withoutReturn(pending);
      pending = next;
    }
    if (pending.length > MAX_LINE_CHARACTERS) throw usageError('A line of the input is too long.');
  }
  if (pending !== '') yield withoutReturn(pending);
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
