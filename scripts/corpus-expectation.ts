/** A corpus of messages with what a reader has to find in them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

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
  /** Seconds since 1970. */
  readonly date?: number;
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

/** All messages of the folder in the order of its `expected.jsonl`. */
export async function readCorpus(folder: string): Promise<readonly CorpusMessage[]> {
  const lines = (await readFile(join(folder, 'expected.jsonl'), 'utf8')).trim().split('\n');
  return Promise.all(
    lines.map(async (line) => {
      const expected = JSON.parse(line) as ExpectedMessage;
      return { expected, raw: await readFile(join(folder, expected.path)) };
    }),
  );
}
