/** Reads a stream line by line, as far as lines are asked for. */
import { StringDecoder } from 'node:string_decoder';
import { usageError } from '../command-error.ts';

/** Reads lines from a stream. */
export interface LineReader {
  /** The next line without its end; undefined when there is none. Text without a line end counts as the last line. */
  next(): Promise<string | undefined>;
}

/** No answer is longer; a stream without line ends must not fill the memory. */
const MAX_LINE_CHARACTERS = 64 * 1024;

/** A reader of UTF-8 lines that end in LF or CRLF. Rejects with CommandError for a line that is too long. */
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
