import type { KeptContent } from '../../application/ports/content-spool.ts';

/** Stored octets. */
export interface ContentStorage {
  /** At least one octet. */
  readBlock(position: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Content and storage. */
export interface StoredContent {
  readonly length: number;
  readonly storage: ContentStorage;
}

/** For concurrent readers. Reading after the release throws. */
export function keepStored({ length, storage }: StoredContent): KeptContent {
  let isReleased = false;
  return {
    length,
    async *read() {
      for (let position = 0; position < length; ) {
        // Half a content must not pass for all.
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
