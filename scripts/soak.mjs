/** `npm run soak -- NAME …`: runs a long test of `packages/posthorn/test/soak` by its name, with the Debian packages that the contract tests need. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { providePackages, SOAK_RING } from './debian-packages.mjs';

const FOLDER = join(import.meta.dirname, '../packages/posthorn/test/soak');
const SUFFIX = '.soak.ts';

const [name = '', ...rest] = process.argv.slice(2);
const file = join(FOLDER, `${name}${SUFFIX}`);
if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
  const names = readdirSync(FOLDER).filter((each) => each.endsWith(SUFFIX));
  console.error(`Name one of: ${names.map((each) => each.slice(0, -SUFFIX.length)).join(', ')}`);
  process.exit(2);
}
const missing = providePackages(['contract', SOAK_RING]).get('contract');
if (missing !== undefined) {
  console.error(`The long test ${missing}`);
  process.exit(1);
}
const node = ['--expose-gc', '--conditions=posthorn-source', '--import', 'tsx'];
const { status } = spawnSync(process.execPath, [...node, file, ...rest], { stdio: 'inherit' });
process.exitCode = status ?? 1;
