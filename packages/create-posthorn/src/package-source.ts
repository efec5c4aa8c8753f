import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CreationError } from './creation-error.ts';
import { readTarballManifest } from './tarball-manifest.ts';

/** The registry, or tarballs. */
export interface PackageSource {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly tarballs: readonly string[];
}

/** This project's packages; others are in the registry. */
const OWN_PACKAGE = /^(?:posthorn|posthorn-[a-z-]+|relfield)$/;
const OWN_TARBALL = /^(?:posthorn|posthorn-[a-z-]+|relfield)-[0-9][^/]*\.tgz$/;
/** Stored for later reinstallation. */
export const TARBALL_FOLDER = 'packages';

/** True for an earlier run's tarballs. */
export function isOwnTarball(name: string): boolean {
  return OWN_TARBALL.test(name);
}

/** This version from the registry. */
export function fromRegistry(version: string): PackageSource {
  return { dependencies: { posthorn: version }, tarballs: [] };
}

/** This version from tarballs. Throws CreationError when one is missing. */
export async function fromTarballs(directory: string, version: string): Promise<PackageSource> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    throw new CreationError(`${directory} cannot be read (${error.code}). Nothing was made.`);
  });
  const program = findTarball(names, 'posthorn', directory);
  const wanted = `posthorn-${version}.tgz`;
  if (program !== wanted) {
    throw new CreationError(`${directory} has ${program}, and ${wanted} is needed. Nothing was made.`);
  }
  const found = new Map([['posthorn', program]]);
  // Includes packages added during iteration.
  for (const file of found.values()) {
    for (const name of await ownDependencies(join(directory, file))) {
      if (!found.has(name)) found.set(name, findTarball(names, name, directory));
    }
  }
  return {
    dependencies: Object.fromEntries(
      [...found].map(([name, file]) => [name, `file:${TARBALL_FOLDER}/${file}`]),
    ),
    tarballs: [...found.values()].map((file) => join(directory, file)),
  };
}

async function ownDependencies(path: string): Promise<readonly string[]> {
  const { dependencies = {} } = await readTarballManifest(path).catch((error: Error) => {
    throw new CreationError(`${path} is no tarball of npm (${error.message}). Nothing was made.`);
  });
  return Object.keys(dependencies).filter((name) => OWN_PACKAGE.test(name));
}

function findTarball(names: readonly string[], name: string, directory: string): string {
  const fitting = names.filter((file) => new RegExp(`^${name}-[0-9][^/]*\\.tgz$`).test(file));
  const [file] = fitting;
  if (file !== undefined && fitting.length === 1) return file;
  const amount = file === undefined ? 'no' : 'more than one';
  throw new CreationError(
    `${directory} has ${amount} tarball of ${name} (${name}-1.2.3.tgz). Nothing was made.`,
  );
}
