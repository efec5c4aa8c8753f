/** Finds out whether Node takes a `.js` file for CommonJS, where its author wrote an ES module. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The `package.json` that makes the `.js` files of this folder CommonJS by its `"type": "commonjs"`; undefined when none does. */
export async function findCommonJsPackage(folder: string): Promise<string | undefined> {
  const path = join(folder, 'package.json');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text !== undefined) return /"type"\s*:\s*"commonjs"/.test(text) ? path : undefined;
  const parent = dirname(folder);
  return parent === folder ? undefined : findCommonJsPackage(parent);
}
