/** The packages of this project, found in `packages`: a new one needs no entry anywhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** The folders of `packages`, in the order in which the packages depend on each other. */
export const PACKAGES = inOrder(readManifests());

/** The folders of `packages` that the package in `folder` needs to run, itself included, in the same order. */
export function neededPackages(folder) {
  const manifests = readManifests();
  const needed = new Set();
  const add = (name) => {
    if (needed.has(name)) return;
    needed.add(name);
    dependenciesOf(name, manifests).forEach(add);
  };
  add(folder);
  return PACKAGES.filter((name) => needed.has(name));
}

/** The package.json of each package by its folder, in the order of the alphabet. */
function readManifests() {
  const folders = readdirSync(join(ROOT, 'packages')).sort();
  const paths = folders.map((folder) => [folder, join(ROOT, 'packages', folder, 'package.json')]);
  return new Map(
    paths
      .filter(([, path]) => existsSync(path))
      .map(([folder, path]) => [folder, JSON.parse(readFileSync(path, 'utf8'))]),
  );
}

function inOrder(manifests) {
  const ordered = new Set();
  const add = (folder) => {
    for (const dependency of dependenciesOf(folder, manifests)) if (!ordered.has(dependency)) add(dependency);
    ordered.add(folder);
  };
  for (const folder of manifests.keys()) add(folder);
  return [...ordered];
}

function dependenciesOf(folder, manifests) {
  const { dependencies = {} } = manifests.get(folder);
  return [...manifests.keys()].filter((other) => manifests.get(other).name in dependencies);
}
