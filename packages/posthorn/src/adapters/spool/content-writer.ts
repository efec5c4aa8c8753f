import { GrowingBuffer } from './growing-buffer.ts';
import type { OwnedSpace } from './spool-space.ts';
import type { StoredContent } from './stored-content.ts';
import { TemporaryFile } from './temporary-file.ts';

/** Enough for most attachments. */
const MEMORY_OCTETS = 262_144;

/** Space and directory. */
export interface SpoolPlace {
  readonly directory: string;
  readonly space: OwnedSpace;
}

/** Writes to memory or a file. Call `finish` or `abandon`, also after an error. */
export class ContentWriter {
  readonly #place: SpoolPlace;
  readonly #buffer = new GrowingBuffer(MEMORY_OCTETS);
  #file: TemporaryFile | undefined;
  #takenOctets = 0;

  constructor(place: SpoolPlace) {
    this.#place = place;
  }

  /** Throws `too-many-connections`, `rate-limited`, `server-unavailable`. */
  async append(octets: Uint8Array): Promise<void> {
    this.#place.space.take(octets.length);
    this.#takenOctets += octets.length;
    for (let start = 0; start < octets.length; ) {
      if (this.#buffer.isFull) await this.#flush();
      start += this.#buffer.fill(octets.subarray(start));
    }
  }

  /** Closing the storage frees space. Throws `server-unavailable`. */
  async finish(): Promise<StoredContent> {
    const length = this.#takenOctets;
    const { space } = this.#place;
    if (this.#file === undefined && space.takeMemory(length)) {
      return inMemory(Uint8Array.from(this.#buffer.octets), space);
    }
    return inFile(await this.#flush(), { length, space });
  }

  async abandon(): Promise<void> {
    this.#place.space.giveBack(this.#takenOctets);
    await this.#file?.close();
  }

  async #flush(): Promise<TemporaryFile> {
    this.#file ??= await TemporaryFile.open(this.#place.directory);
    await this.#file.append(this.#buffer.octets);
    this.#buffer.clear();
    return this.#file;
  }
}

// Functions: results must not retain the writer's buffer.

function inMemory(octets: Uint8Array, space: OwnedSpace): StoredContent {
  const { length } = octets;
  const close = async () => {
    space.giveBackMemory(length);
    space.giveBack(length);
  };
  return { length, storage: { readBlock: async () => octets, close } };
}

function inFile(
  file: TemporaryFile,
  { length, space }: { readonly length: number; readonly space: OwnedSpace },
): StoredContent {
  const close = async () => {
    space.giveBack(length);
    await file.close();
  };
  return { length, storage: { readBlock: (position) => file.readBlock(position), close } };
}
