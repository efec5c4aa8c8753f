/** Content that has been stored: read as often as needed, until it is released. */
import type { KeptContent } from '../../application/ports/content-spool.ts';

/** Where the octets are. */
export interface ContentStorage {
  /** The next octets from the position on, at least one. */
  readBlock(position: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Stored content, with the storage that holds it. */
export interface StoredContent {
  readonly length: number;
  readonly storage: ContentStorage;
}

/** The content for its users; several may read it at once. A reading that goes on after the release throws. */
export function keepStored({ length, storage }: StoredContent): KeptContent {
  let isReleased = false;
  return {
    length,
    async *read() {
      for (let position = 0; position < length; ) {
        // Half a content must not pass for a whole one.
        if (isReleased) throw new Error('The content was released before it was read.');
        const block = await storage.readBlock(position);
        position += block.length;
        yield block;
      }
    },
    async release() {
      if (isReleased) return;
      isReleased = true;
      await storage.close();
    },
  };
}
