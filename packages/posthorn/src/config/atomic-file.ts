import { randomBytes } from 'node:crypto';
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** An atomically written file. */
export interface AtomicFile {
  readonly path: string;
  readonly contents: string | Uint8Array;
  readonly mode: number;
}

/** State of the path, not of a symbolic link's target. */
export type PathState = 'absent' | 'file' | 'other';

const RANDOM_OCTETS = 6;

/** Rejects if undeterminable. */
export async function pathState(path: string): Promise<PathState> {
  try {
    return (await lstat(path)).isFile() ? 'file' : 'other';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'absent';
    throw error;
  }
}

/**
 * Writes atomically. Rejects, without changes, for anything but a file: symbolic links would redirect the
 * content.
 */
export async function replaceFile(file: AtomicFile): Promise<void> {
  await writeBeside(file, async (temporaryPath) => {
    if ((await pathState(file.path)) === 'other') throw notAFile(file.path);
    await rename(temporaryPath, file.path);
  });
}

/** Rejects with `EEXIST` if the path exists. */
export async function createFile(file: AtomicFile): Promise<void> {
  // Unlike a rename, a link replaces no new file.
  await writeBeside(file, (temporaryPath) => link(temporaryPath, file.path));
}

/** Error for a path that is no file. */
export function notAFile(path: string): Error {
  return new Error(`${path} is a symbolic link or no regular file. Put a regular file in its place.`);
}

async function writeBeside(file: AtomicFile, place: (temporaryPath: string) => Promise<void>): Promise<void> {
  const temporaryPath = `${file.path}.${randomBytes(RANDOM_OCTETS).toString('hex')}.tmp`;
  const handle = await open(temporaryPath, 'wx', file.mode);
  try {
    await writeThrough(handle, file);
    await place(temporaryPath);
  } finally {
    await rm(temporaryPath, { force: true });
  }
  await flushFolder(dirname(file.path));
}

async function writeThrough(handle: FileHandle, { path, contents, mode }: AtomicFile): Promise<void> {
  try {
    await handle.writeFile(contents);
    // The umask must not expose secrets.
    await handle.chmod(mode);
    await keepOwner(handle, path);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** For root on behalf of a service: the old file's owner, else the folder's. */
async function keepOwner(handle: FileHandle, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await lstat((await pathState(path)) === 'file' ? path : dirname(path));
  await handle.chown(uid, gid);
}

/** The new name must be durable. */
async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
