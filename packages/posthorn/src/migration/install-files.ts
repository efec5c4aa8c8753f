import { lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../config/atomic-file.ts';
import { findCommonJsPackage } from '../config/commonjs-package.ts';
import type { ImportProblem } from './import-journal.ts';

/** File to write. */
export interface InstalledFile {
  /** Relative to the root. */
  readonly name: string;
  readonly text: string;
  readonly mode: number;
  /** Conflicting files of the same purpose. */
  readonly rivals: readonly string[];
}

/** Files and their directory. */
export interface Targets {
  readonly rootDirectory: string;
  readonly files: readonly InstalledFile[];
  readonly mayOverwrite: boolean;
}

/** All obstacles: existing files, links, other formats. */
export async function findTargetProblems(targets: Targets): Promise<readonly ImportProblem[]> {
  const { rootDirectory, files, mayOverwrite } = targets;
  const found = await Promise.all(
    files.flatMap(({ name, rivals }) => [
      describeTarget(join(rootDirectory, name), mayOverwrite),
      ...rivals.map((rival) => describeRival(join(rootDirectory, rival), name)),
    ]),
  );
  const commonJs = await describeCommonJs(join(rootDirectory, 'app/config'));
  return [...found, commonJs].filter((problem) => problem !== undefined);
}

/** Writes each file atomically. */
export async function installFiles(rootDirectory: string, files: readonly InstalledFile[]): Promise<void> {
  for (const { name, text, mode } of files) {
    const path = join(rootDirectory, name);
    await mkdir(dirname(path), { recursive: true });
    await replaceFile({ path, contents: text, mode });
  }
}

async function describeTarget(path: string, mayOverwrite: boolean) {
  const status = await statusOf(path);
  if (status === undefined) return undefined;
  if (status.isSymbolicLink()) return { file: path, text: 'it is a symbolic link: remove it first' };
  if (!status.isFile()) return { file: path, text: 'it is no regular file: remove it first' };
  if (mayOverwrite) return undefined;
  return { file: path, text: 'it exists (--overwrite replaces it)' };
}

async function describeRival(path: string, name: string) {
  if ((await statusOf(path)) === undefined) return undefined;
  return { file: path, text: `it would contradict ${name}: remove it first` };
}

async function statusOf(path: string) {
  return lstat(path).catch(() => undefined);
}

/** In a commonjs package, Node would not load the files as ES modules. */
async function describeCommonJs(folder: string): Promise<ImportProblem | undefined> {
  const path = await findCommonJsPackage(folder);
  if (path === undefined) return undefined;
  return {
    file: path,
    text: 'its type is commonjs, and the configuration files are ES modules (npm pkg set type=module)',
  };
}
