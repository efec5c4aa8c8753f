/**
 * `npm run build`: rebuilds the dist folder of each package, in the order in which they depend on each other. All of it is built in
 * new folders, which take the place of the old ones when everything is there: a server that runs from here finds its files at any time.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyDocumentation } from './copy-documentation.mjs';
import { PACKAGES } from './packages.mjs';

const NEXT = 'dist.next';
const OLD = 'dist.old';

process.chdir(join(import.meta.dirname, '..'));

for (const name of PACKAGES) build(name);
for (const name of PACKAGES) replace(name);
for (const name of PACKAGES) remove(name, OLD);
copyDocumentation();

function build(name) {
  remove(name, NEXT);
  mkdirSync(`packages/${name}/${NEXT}`);
  if (run(name) === 0) return;
  for (const each of PACKAGES) remove(each, NEXT);
  console.error(`The build of packages/${name} failed.`);
  process.exit(1);
}

/** A package for browsers has a build of its own. Returns the exit code. */
function run(name) {
  const own = `packages/${name}/build.mjs`;
  if (!existsSync(own)) return compile(name);
  return spawnSync(process.execPath, [own, `packages/${name}/${NEXT}`], { stdio: 'inherit' }).status;
}

function compile(name) {
  const project = `packages/${name}/${NEXT}/tsconfig.json`;
  const compilerOptions = { outDir: '.', paths: newDeclarations() };
  writeFileSync(project, JSON.stringify({ extends: '../tsconfig.build.json', compilerOptions }));
  const { status } = spawnSync('node_modules/.bin/tsc', ['-p', project], { stdio: 'inherit' });
  rmSync(project);
  return status;
}

/** The types of the packages that this build has made, and not of those that it will replace. */
function newDeclarations() {
  const entries = PACKAGES.flatMap((name) => {
    const { name: own, exports = {} } = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'));
    return Object.entries(exports).flatMap(([key, { types }]) =>
      types === undefined
        ? []
        : [[join(own, key), [`../../${name}/${types.replace('./dist/', `${NEXT}/`)}`]]],
    );
  });
  return Object.fromEntries(entries);
}

function replace(name) {
  const dist = `packages/${name}/dist`;
  remove(name, OLD);
  if (existsSync(dist)) renameSync(dist, `packages/${name}/${OLD}`);
  renameSync(`packages/${name}/${NEXT}`, dist);
}

function remove(name, folder) {
  rmSync(`packages/${name}/${folder}`, { recursive: true, force: true });
}
