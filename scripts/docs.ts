/** `npm run docs`: writes every page that is made from the code. With `--check` it writes nothing, and fails for a page that is stale. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generatedPages } from './generated-pages.ts';

process.chdir(join(import.meta.dirname, '..'));

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const stale = [...(await generatedPages())].filter(([path, text]) => readFileSync(path, 'utf8') !== text);
for (const [path, text] of stale) {
  if (!values.check) writeFileSync(path, text);
  console.log(values.check ? `${path} is stale. Run npm run docs.` : `wrote ${path}`);
}
process.exitCode = values.check && stale.length > 0 ? 1 : 0;
