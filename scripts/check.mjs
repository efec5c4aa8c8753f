/** `npm run check`: style, layers, types, unused code and generated pages, side by side. Exit code 1 when one of them complains. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const CHECKS = [
  { name: 'biome', command: bin('biome'), args: ['ci', '--colors=off', '.'] },
  { name: 'layers', command: process.execPath, args: ['scripts/check-layers.mjs'] },
  { name: 'words', command: process.execPath, args: ['scripts/words.mjs'] },
  { name: 'sql', command: process.execPath, args: ['scripts/check-sql.mjs'] },
  { name: 'kubernetes', command: process.execPath, args: ['scripts/check-kubernetes.mjs'] },
  { name: 'compose', command: process.execPath, args: ['scripts/check-compose.mjs'] },
  { name: 'types', command: bin('tsc'), args: ['-p', 'tsconfig.json'] },
  {
    // It is made for browsers.
    name: 'types of the inbox',
    command: bin('tsc'),
    args: ['-p', 'packages/inbox'],
  },
  {
    // Its decorators need an option that the rest must not have.
    name: 'types of the NestJS example',
    command: bin('tsc'),
    args: ['-p', 'packages/relfield/examples/nest', '--customConditions', 'posthorn-source'],
  },
  {
    name: 'docs',
    command: process.execPath,
    args: ['--conditions=posthorn-source', '--import', 'tsx', 'scripts/docs.ts', '--check'],
  },
  { name: 'knip', command: bin('knip'), args: ['--no-progress'] },
];

process.chdir(join(import.meta.dirname, '..'));

const results = await Promise.all(CHECKS.map(run));
process.exitCode = results.every((isClean) => isClean) ? 0 : 1;

function bin(name) {
  return `node_modules/.bin/${name}`;
}

/** Prints the result as soon as it is there, the output only of a check that failed. */
function run({ name, command, args }) {
  const start = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      const isClean = code === 0;
      if (!isClean) process.stdout.write(Buffer.concat(output));
      console.log(`${isClean ? 'clean ' : 'FAILED'} ${name} (${seconds} s)`);
      resolve(isClean);
    });
  });
}
