/** A corpus of messages with what a reader has to find in them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withNamedTextsAsFiles } from './corpus-files.ts';
import { withUsers } from './corpus-users.ts';

/** An address as expected; an empty name means that there is none, an absent one that readers may differ. */
export interface ExpectedAddress {
  readonly address: string;
  readonly name?: string;
}

/** An attachment as expected; null for a missing name, no size and hash where readers may differ. */
export interface ExpectedAttachment {
  readonly filename: string | null;
  readonly contentType: string;
  /** Of the decoded content, in octets. */
  readonly size?: number;
  /** Of the decoded content, in hexadecimal. */
  readonly sha256?: string;
}

/** One row of `expected.jsonl`. A field that is absent is not certain enough to be checked. */
export interface ExpectedMessage {
  /** Relative to the corpus. */
  readonly path: string;
  readonly subject?: string | null;
  readonly from?: readonly ExpectedAddress[];
  readonly to?: readonly ExpectedAddress[];
  readonly cc?: readonly ExpectedAddress[];
  readonly replyTo?: readonly ExpectedAddress[];
  /** Seconds since 1970. */
  readonly date?: number;
  /** Without angle brackets; null for none. */
  readonly messageId?: string | null;
  readonly hasHtml?: boolean;
  /** Lines that occur in the text; white space does not count. */
  readonly textContains?: readonly string[];
  readonly attachments?: readonly ExpectedAttachment[];
}

/** One message of the corpus. */
export interface CorpusMessage {
  readonly raw: Buffer;
  readonly expected: ExpectedMessage;
}

/** As it is written: an address may be its text alone. */
type Row = Omit<ExpectedMessage, 'replyTo'> & { readonly replyTo?: readonly (ExpectedAddress | string)[] };

function toAddress(written: ExpectedAddress | string): ExpectedAddress {
  return typeof written === 'string' ? { address: written } : written;
}

/** All messages of the folder in the order of its `expected.jsonl`. */
export async function readCorpus(folder: string): Promise<readonly CorpusMessage[]> {
  const lines = (await readFile(join(folder, 'expected.jsonl'), 'utf8')).trim().split('\n');
  return Promise.all(
    lines.map(async (line) => {
      const { replyTo, ...row } = JSON.parse(line) as Row;
      const expected = { ...row, ...(replyTo && { replyTo: replyTo.map(toAddress) }) };
      const raw = await readFile(join(folder, expected.path));
      const text = raw.toString('latin1');
      const known = withUsers(withNamedTextsAsFiles(expected, text), text);
      return { expected: withoutDelimiters(known, raw), raw };
    }),
  );
}

/** A line that begins with a delimiter is one, whatever follows (RFC 2046 §5.1.1). Some readers take it for text. */
function withoutDelimiters(expected: ExpectedMessage, raw: Buffer): ExpectedMessage {
  const { textContains } = expected;
  if (textContains === undefined) return expected;
  const boundaries = [...raw.toString('latin1').matchAll(/boundary\s*=\s*"?([^"\s;]+)/gi)].map(
    ([, boundary]) => `--${boundary}`,
  );
  return {
    ...expected,
    textContains: textContains.filter((line) => !boundaries.some((boundary) => line.startsWith(boundary))),
  };
}
