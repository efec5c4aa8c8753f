import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { MailError } from '../../domain/errors/mail-error.ts';

const BLOCK_OCTETS = 65_536;
/** Fails for existing names, such as an attacker's symbolic link. */
const NEW_FILE = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR;
const FOR_OWNER_ONLY = 0o600;

/** Nameless; lost when closed or with the process. Throws `server-unavailable`. */
export class TemporaryFile {
  readonly #handle: FileHandle;
  #octets = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static open(directory: string): Promise<TemporaryFile> {
    return translateErrors(async () => {
      const path = join(directory, `posthorn-${randomUUID()}`);
      const handle = await open(path, NEW_FILE, FOR_OWNER_ONLY);
      try {
        await unlink(path);
      } catch (error) {
        await handle.close();
        throw error;
      }
      return new TemporaryFile(handle);
    });
  }

  append(octets: Uint8Array): Promise<void> {
    return translateErrors(async () => {
      for (let start = 0; start < octets.length; ) {
        const { bytesWritten } = await this.#handle.write(octets, start, octets.length - start, this.#octets);
        start += bytesWritten;
        this.#octets += bytesWritten;
      }
    });
  }

  /** At least one octet. */
  readBlock(position: number): Promise<Uint8Array> {
    return translateErrors(async () => {
      const block = Buffer.allocUnsafe(Math.min(BLOCK_OCTETS, this.#octets - position));
      const { bytesRead } = await this.#handle.read(block, 0, block.length, position);
      if (bytesRead === 0) throw new Error('A temporary file has become shorter.');
      return block.subarray(0, bytesRead);
    });
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // The system's text names the path.
    if (!(error instanceof Error && 'errno' in error)) throw error;
    const detail = 'The service has no room to keep the content for the moment.';
    throw new MailError('server-unavailable', { detail }, { cause: error });
  }
}
