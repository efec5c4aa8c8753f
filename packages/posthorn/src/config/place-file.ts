/** Writes files atomically. */
import { randomBytes } from 'node:crypto';
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file to write. */
export interface PlacedFile {
  readonly path: string;
  readonly contents: string | Uint8Array;
  /** Permissions, such as 0o600. */
  readonly mode: number;
}

/** What exists at a path; a symbolic link is not followed. */
export type PathState = 'absent' | 'file' | 'other';

const RANDOM_OCTETS = 6;

/** Finds out what exists at the path. Rejects when that cannot be determined. */
export async function pathState(path: string): Promise<PathState> {
  try {
    return (await lstat(path)).isFile() ? 'file' : 'other';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'absent';
    throw error;
  }
}

/**
 * Writes the file, replacing an existing one. Readers see the old or the new contents, never a part. Rejects,
 * and changes nothing, when the path is not a file: a symbolic link would redirect the contents.
 */
export async function replaceFile(file: PlacedFile): Promise<void> {
  await writeBeside(file, async (temporaryPath) => {
    if ((await pathState(file.path)) === 'other') throw notAFile(file.path);
    await rename(temporaryPath, file.path);
  });
}

/** Writes a new file. Rejects with `EEXIST`, and changes nothing, when the path exists. */
export async function createFile(file: PlacedFile): Promise<void> {
  // Renaming would replace a file that another process has just created; a link never does.
  await writeBeside(file, (temporaryPath) => link(temporaryPath, file.path));
}

/** The complaint about a path that must be a file. */
export function notAFile(path: string): Error {
  return new Error(`${path} is a symbolic link or no regular file. Put a regular file in its place.`);
}

async function writeBeside(file: PlacedFile, place: (temporaryPath: string) => Promise<void>): Promise<void> {
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

async function writeThrough(handle: FileHandle, { path, contents, mode }: PlacedFile): Promise<void> {
  try {
    await handle.writeFile(contents);
    // The process's umask must not decide who can read a file that holds secrets.
    await handle.chmod(mode);
    await keepOwner(handle, path);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * When root writes for a service with a user of its own, that user must be able to read the file: it goes to the owner of the one before,
 * and a new one to the owner of its folder.
 */
async function keepOwner(handle: FileHandle, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await lstat((await pathState(path)) === 'file' ? path : dirname(path));
  await handle.chown(uid, gid);
}

/** The new name is on the disk only when its folder is. */
async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
