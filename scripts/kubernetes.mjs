/** The manifests of deploy/kubernetes, put together as kustomize does it. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const KUSTOMIZATION = 'kustomization.yaml';

/** The paths of all kustomizations, and of all other manifests. */
export function listManifests(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.yaml'));
  const isKustomization = (name) => name.endsWith(KUSTOMIZATION);
  return {
    kustomizations: files.filter(isKustomization).map((name) => dirname(join(folder, name))),
    manifests: files.filter((name) => !isKustomization(name)).map((name) => join(folder, name)),
  };
}

/** The resources of a kustomization with its patches applied, and the files that it is made of. Throws for a file that is not there, or a patch without a resource. */
export function renderKustomization(folder) {
  const { resources = [], patches = [] } = readOne(join(folder, KUSTOMIZATION));
  const files = [];
  const rendered = resources.flatMap((name) => {
    const path = join(folder, name);
    if (name.endsWith('.yaml')) {
      files.push(path);
      return readAll(path);
    }
    const base = renderKustomization(path);
    files.push(...base.files);
    return base.resources;
  });
  for (const { path: name } of patches) {
    const path = join(folder, name);
    files.push(path);
    const patch = readOne(path);
    const index = rendered.findIndex((resource) => isSame(resource, patch));
    if (index < 0) throw new Error(`${path} patches nothing.`);
    rendered[index] = merge(rendered[index], patch);
  }
  return { resources: rendered, files };
}

function readAll(path) {
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    if (document.errors.length > 0) throw new Error(`${path}: ${document.errors[0].message}`);
    return document.toJS();
  });
}

function readOne(path) {
  const [document] = readAll(path);
  return document;
}

function isSame(one, other) {
  return one.kind === other.kind && one.metadata.name === other.metadata.name;
}

/** Strategic merge: lists of named things are joined by name, as those of containers, variables and volumes. */
function merge(base, patch) {
  if (Array.isArray(base) && Array.isArray(patch)) {
    const others = base.filter(({ name }) => !patch.some((entry) => entry.name === name));
    const joined = patch.map((entry) => {
      const known = base.find(({ name }) => name === entry.name);
      return known === undefined ? entry : merge(known, entry);
    });
    return [...others, ...joined];
  }
  if (!isObject(base) || !isObject(patch)) return patch;
  const merged = { ...base };
  for (const [name, value] of Object.entries(patch)) {
    merged[name] = name in base ? merge(base[name], value) : value;
  }
  return merged;
}

function isObject(value) {
  return typeof value === 'object' && value !== null;
}
