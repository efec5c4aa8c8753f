/**
 * `node scripts/collect-runtime.mjs DIR`: copies what the server needs to run into a new directory, from a tree that has been built and
 * whose `node_modules` is that of `npm ci --omit=dev --workspace posthorn`. The packages get the files that they are published with.
 */
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { neededPackages } from './packages.mjs';

const ROOT = join(import.meta.dirname, '..');
const [directory] = process.argv.slice(2);
if (directory === undefined) {
  console.error('Name a directory for the files.');
  process.exit(2);
}
const target = resolve(directory);
const folders = neededPackages('posthorn').map((name) => `packages/${name}`);

mkdirSync(target);
for (const folder of folders) copyPackage(folder);
cpSync(join(ROOT, 'node_modules'), join(target, 'node_modules'), {
  recursive: true,
  verbatimSymlinks: true,
  filter: isNeeded,
});

function copyPackage(folder) {
  const { files } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  for (const name of ['package.json', ...files.flatMap((pattern) => findFiles(folder, pattern))]) {
    // The documentation is not part of the context that an image is built from.
    if (!existsSync(join(ROOT, folder, name))) continue;
    mkdirSync(dirname(join(target, folder, name)), { recursive: true });
    cpSync(join(ROOT, folder, name), join(target, folder, name), { recursive: true });
  }
}

/** The part before a `*` is a folder, and what is behind it the end of a name: that is all that our packages use. */
function findFiles(folder, pattern) {
  if (!pattern.includes('*')) return [pattern];
  const [parent, [start, end]] = [dirname(pattern), pattern.slice(dirname(pattern).length + 1).split('*')];
  return readdirSync(join(ROOT, folder, parent))
    .filter((name) => name.startsWith(start) && name.endsWith(end))
    .map((name) => join(parent, name));
}

/** Links to packages that were not copied would lead nowhere. */
function isNeeded(path) {
  if (!lstatSync(path).isSymbolicLink()) return true;
  const place = relative(ROOT, realpathSync(path)).split(sep).join('/');
  return place.startsWith('node_modules/') || folders.includes(place);
}
