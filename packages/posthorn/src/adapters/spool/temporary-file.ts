/** A file without a name: it is gone when it is closed, or when the process ends. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { MailError } from '../../domain/mail-error.ts';

/** Large enough for few system calls, small enough for many readers. */
const BLOCK_OCTETS = 65_536;
/** Fails where the name exists, even as a symbolic link planted by an attacker. */
const NEW_FILE = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR;
const FOR_OWNER_ONLY = 0o600;

/** All methods throw `server-unavailable` when the disk does not do it. Call `close` when the file is no longer needed. */
export class TemporaryFile {
  readonly #handle: FileHandle;
  #octets = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** An empty file in the directory; its name is already removed. */
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

  /** The next octets from the position on, at least one. */
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
    // The text of the operating system names the path, so it is kept in the cause.
    if (!(error instanceof Error && 'errno' in error)) throw error;
    const detail = 'The service has no room to keep the content for the moment.';
    throw new MailError('server-unavailable', { detail }, { cause: error });
  }
}
