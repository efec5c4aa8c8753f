/** Where npm takes Posthorn from: the registry, or tarballs that somebody brought along. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CreationError } from './creation-error.ts';

export interface PackageSource {
  /** `dependencies` of the installation. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Tarballs to copy into `packages` of the installation, by their paths. */
  readonly tarballs: readonly string[];
}

/** The packages of this project that the program consists of. */
const PACKAGES = ['posthorn', 'posthorn-sandbox', 'relfield'] as const;
/** The folder of the installation that keeps the tarballs, so that it can be installed again. */
export const TARBALL_FOLDER = 'packages';

/** Posthorn of this version from the registry. */
export function fromRegistry(version: string): PackageSource {
  return { dependencies: { posthorn: version }, tarballs: [] };
}

/** Posthorn of this version from a directory with one tarball of each package. Throws CreationError when one is missing. */
export async function fromTarballs(directory: string, version: string): Promise<PackageSource> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    throw new CreationError(`${directory} cannot be read (${error.code}). Nothing was made.`);
  });
  const found = PACKAGES.map((name) => [name, findTarball(names, name, directory)] as const);
  const posthorn = `posthorn-${version}.tgz`;
  if (found[0]?.[1] !== posthorn) {
    throw new CreationError(
      `${directory} has ${found[0]?.[1]}, and ${posthorn} is needed. Nothing was made.`,
    );
  }
  return {
    dependencies: Object.fromEntries(found.map(([name, file]) => [name, `file:${TARBALL_FOLDER}/${file}`])),
    tarballs: found.map(([, file]) => join(directory, file)),
  };
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
