/** `npm run check`: the names in the files of Docker Compose lead somewhere, and their settings exist. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { examineBalancer, examineCompose, readCompose } from './compose.mjs';

const ROOT = join(import.meta.dirname, '..');
const CLUSTER = 'deploy/compose-cluster.yaml';
const BALANCER = 'deploy/haproxy.cfg';
const FILES = ['compose.yaml', CLUSTER];

const read = (name) => readFileSync(join(ROOT, name), 'utf8');
const settings = [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, key]) => key);
const problems = FILES.flatMap((name) => {
  const exists = (path) => existsSync(join(ROOT, dirname(name), path));
  return examineCompose(readCompose(read(name)), { settings, exists }).map(
    (problem) => `${name}: ${problem}`,
  );
});
const balancing = examineBalancer(readCompose(read(CLUSTER)), read(BALANCER));
problems.push(...balancing.map((problem) => `${BALANCER}: ${problem}`));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 && settings.length > 0 ? 0 : 1;
