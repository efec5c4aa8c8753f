import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const LOCK_FILE = 'package-lock.json';

/** Removes packages from the lock file: rebuilt tarballs have other checksums. */
export async function forgetLockedPackages(directory: string, names: readonly string[]): Promise<void> {
  const path = join(directory, LOCK_FILE);
  const text = await readFile(path, 'utf8').catch(() => '{}');
  const lock = parse(text);
  const { packages } = lock;
  const locked = names.map((name) => `node_modules/${name}`).filter((key) => packages && key in packages);
  if (packages === undefined || locked.length === 0) return;
  const kept = Object.entries(packages).filter(([key]) => !locked.includes(key));
  const contents = { ...lock, packages: Object.fromEntries(kept) };
  await writeFile(path, `${JSON.stringify(contents, undefined, 2)}\n`);
}

/** npm reports an invalid file itself. */
function parse(text: string): { readonly packages?: Readonly<Record<string, unknown>> } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
