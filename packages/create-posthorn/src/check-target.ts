import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CreationError } from './creation-error.ts';

/** Where to install. */
export interface Target {
  readonly directory: string;
  readonly isForced: boolean;
  /** Relative to the directory. */
  readonly files: readonly string[];
}

/** Symbolic links here would redirect files. */
const FOLDERS = ['app', 'app/config', 'packages', 'node_modules'] as const;

/** Throws CreationError if nothing can be created there. */
export async function checkTarget({ directory, isForced, files }: Target): Promise<void> {
  const state = await stateOf(directory);
  if (state === 'absent') return;
  if (state !== 'directory') throw new CreationError(`${directory} is ${state}. Nothing was made.`);
  const present = await readdir(directory);
  if (present.length > 0 && !isForced) {
    throw new CreationError(
      `${directory} is not empty. Name another directory, or use it all the same with --force: then settings, app/config and a changed posthorn.service stay, and README.md and the examples are replaced. Nothing was made.`,
    );
  }
  await requireKind(directory, FOLDERS, 'directory');
  await requireKind(directory, files, 'file');
}

async function requireKind(
  directory: string,
  names: readonly string[],
  kind: 'directory' | 'file',
): Promise<void> {
  for (const name of names) {
    const path = join(directory, name);
    const state = await stateOf(path);
    if (state !== 'absent' && KINDS[kind] !== state) {
      throw new CreationError(`${path} is ${state}, and no ${kind}: remove it first. Nothing was made.`);
    }
  }
}

const KINDS = { directory: 'directory', file: 'a file' } as const;

type PathState = 'absent' | 'directory' | 'a file' | 'a symbolic link' | 'a special file';

async function stateOf(path: string): Promise<PathState> {
  try {
    const status = await lstat(path);
    if (status.isSymbolicLink()) return 'a symbolic link';
    if (status.isDirectory()) return 'directory';
    return status.isFile() ? 'a file' : 'a special file';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'absent';
    // A parent is a file.
    throw new CreationError(`${path} cannot be seen (${code}). Nothing was made.`);
  }
}
