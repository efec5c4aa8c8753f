/** The vectors of `conformance/`: what servers send, from the RFCs and from practice, and the values that it has. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toOctets } from './read-responses.ts';

const FOLDER = join(import.meta.dirname, '../../conformance');

interface Vector {
  /** The RFC it is from; left out for what servers do beside the RFCs. */
  readonly rfc?: string;
  readonly section: string;
  readonly note?: string;
  /** True where UTF8=ACCEPT or IMAP4rev2 is enabled. */
  readonly isUtf8?: boolean;
  /** One character an octet. */
  readonly octets: string;
  /** The values as `toPlainValue` writes them. */
  readonly expected: readonly unknown[];
}

export interface VectorFile {
  readonly name: string;
  readonly vectors: readonly (Vector & { readonly title: string; readonly buffer: Buffer })[];
}

/** All files with their vectors in order. */
export function readVectorFiles(): readonly VectorFile[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, vectors: readVectors(name) }));
}

function readVectors(name: string): VectorFile['vectors'] {
  const vectors = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as readonly Vector[];
  return vectors.map((vector, index) => {
    const source = vector.rfc ? `RFC ${vector.rfc} ${vector.section}` : vector.section;
    const title = `${index + 1}: ${source}${vector.note ? `, ${vector.note}` : ''}`;
    return { ...vector, title, buffer: toOctets(vector.octets) };
  });
}
