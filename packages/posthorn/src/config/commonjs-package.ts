import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The `package.json` that makes the folder's `.js` files CommonJS, if any. */
export async function findCommonJsPackage(folder: string): Promise<string | undefined> {
  const path = join(folder, 'package.json');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text !== undefined) return /"type"\s*:\s*"commonjs"/.test(text) ? path : undefined;
  const parent = dirname(folder);
  return parent === folder ? undefined : findCommonJsPackage(parent);
}
