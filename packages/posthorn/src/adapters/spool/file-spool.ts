import { tmpdir } from 'node:os';
import type { ContentSpool } from '../../application/ports/content-spool.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { readUntilAborted } from './abortable-reading.ts';
import { ContentWriter, type SpoolPlace } from './content-writer.ts';
import { SpoolSpace } from './spool-space.ts';
import { keepStored, type StoredContent } from './stored-content.ts';

/** Directory and limits. */
export interface FileSpoolOptions {
  readonly directory: string;
  /** In files and in memory. */
  readonly maxKeptOctets: number;
  readonly maxOwnedOctets: number;
}

/** Tens of large messages; more would fill small disks. */
export const MAX_KEPT_OCTETS = 2_000_000_000;
/** Two largest uploads and a message. */
const MAX_OWNED_OCTETS = 250_000_000;

/**
 * Keeps up to 256 KB of a content in memory, more in nameless temporary files. `keep` throws
 * `server-unavailable` for a failing disk, `too-many-connections` for a full spool, `rate-limited` for the
 * owner's share.
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
