/** `npm run check`: the manifests of deploy/kubernetes are whole, and valid by the schemas of Kubernetes. */
import { join, relative } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { listManifests, renderKustomization } from './kubernetes.mjs';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'deploy/kubernetes');
const KINDS = { Deployment, NetworkPolicy, PodDisruptionBudget, PersistentVolumeClaim, Service };

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
  try {
    new Model(resource).validate();
    return [];
  } catch (error) {
    return [`${name}: ${error.message}`];
  }
}
