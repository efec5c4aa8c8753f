/** `npm run check`: the manifests of deploy/kubernetes are whole, and valid by the schemas of Kubernetes. */
import { join, relative } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { listManifests, renderKustomization } from './kubernetes.mjs';

const ROOT = join(import.meta.dirname, '..');
const [FOLDER = join(ROOT, 'deploy/kubernetes')] = process.argv.slice(2);
const KINDS = {
  ...{ Deployment, HorizontalPodAutoscaler, NetworkPolicy, PodDisruptionBudget },
  ...{ PersistentVolumeClaim, Service },
};

const { kustomizations, manifests } = listManifests(FOLDER);
const problems = [];
const used = new Set();
for (const folder of kustomizations) {
  const { resources, files } = renderKustomization(folder);
  for (const file of files) used.add(file);
  for (const resource of resources) problems.push(...problemsOf(relative(ROOT, folder), resource));
}
for (const file of manifests) {
  if (!used.has(file)) problems.push(`${relative(ROOT, file)} is in no kustomization.`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 && used.size > 0 ? 0 : 1;

function problemsOf(folder, resource) {
  const { kind, metadata } = resource;
  const name = `${folder}: ${kind} ${metadata?.name}`;
  const Model = KINDS[kind];
  if (Model === undefined) return [`${name}: add the kind to scripts/check-kubernetes.mjs.`];
  const unread = new Set();
  try {
    // The constructor would copy, and so read, every member.
    Model.prototype.validate.call(watched(resource, { path: '', unread }));
  } catch (error) {
    return [`${name}: ${error.message}`];
  }
  return [...unread].map((path) => `${name}: there is no member ${path}.`);
}

/** The validators accept unknown members, as those with a typing error, but never read them. */
function watched(value, { path, unread }) {
  if (typeof value !== 'object' || value === null) return value;
  const pathOf = (name) => `${path}/${name}`;
  for (const name of Object.keys(value)) unread.add(pathOf(name));
  const children = new Map();
  return new Proxy(value, {
    get(target, name) {
      if (!Object.hasOwn(target, name) || name === 'length') return target[name];
      unread.delete(pathOf(name));
      if (!children.has(name)) children.set(name, watched(target[name], { path: pathOf(name), unread }));
      return children.get(name);
    },
  });
}
