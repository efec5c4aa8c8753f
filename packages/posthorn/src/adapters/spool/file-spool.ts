/** The content spool: small contents stay in memory, large ones go to files that have no names. */
import { tmpdir } from 'node:os';
import type { ContentSpool } from '../../application/ports/content-spool.ts';
import { MailError } from '../../domain/mail-error.ts';
import { readUntilAborted } from './abortable-reading.ts';
import { ContentWriter, type SpoolPlace } from './content-writer.ts';
import { SpoolSpace } from './spool-space.ts';
import { keepStored, type StoredContent } from './stored-content.ts';

/** Where a spool keeps its content, and how much. */
export interface FileSpoolOptions {
  /** Where the files are made. */
  readonly directory: string;
  /** The most octets that are kept at a time, in files and in memory. */
  readonly maxKeptOctets: number;
  /** The most of these for one owner. */
  readonly maxOwnedOctets: number;
}

/** 2 GB: some tens of large messages at a time. More would fill the disks of small machines. */
export const MAX_KEPT_OCTETS = 2_000_000_000;
/** Two uploads of the largest size and a message. Eight owners are not one. */
const MAX_OWNED_OCTETS = 250_000_000;

/**
 * Keeps up to 256 KB of a content in memory and more in a file of the system's temporary directory. Only its owner may read the
 * file, and its name is removed as soon as it is open, so nothing stays behind when the process dies.
 * `keep` throws `server-unavailable` when the disk is full or cannot be written to, `too-many-connections` when the spool is full, and
 * `rate-limited` when its owner has kept its share.
 */
export function createFileSpool(options: Partial<FileSpoolOptions> = {}): ContentSpool {
  const { directory = tmpdir() } = options;
  const { maxKeptOctets = MAX_KEPT_OCTETS, maxOwnedOctets = MAX_OWNED_OCTETS } = options;
  const space = new SpoolSpace({ maxKeptOctets, maxOwnedOctets });
  return {
    async keep({ stream, maxOctets, owner }, signal) {
      const place = { directory, space: space.of(owner) };
      return keepStored(await storeContent(place, boundOctets(readUntilAborted(stream, signal), maxOctets)));
    },
  };
}

async function storeContent(place: SpoolPlace, chunks: AsyncIterable<Uint8Array>): Promise<StoredContent> {
  const writer = new ContentWriter(place);
  try {
    for await (const chunk of chunks) await writer.append(chunk);
    return await writer.finish();
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

async function* boundOctets(
  chunks: AsyncIterable<Uint8Array>,
  maxOctets: number,
): AsyncGenerator<Uint8Array> {
  let octets = 0;
  for await (const chunk of chunks) {
    octets += chunk.length;
    if (octets > maxOctets) throw tooLarge(maxOctets);
    yield chunk;
  }
}

function tooLarge(maxOctets: number): MailError {
  return new MailError('message-too-large', { detail: `The content has more than ${maxOctets} octets.` });
}
