/**
 * `node scripts/publish.mjs DIR [--dry-run]`: publishes the tarballs that scripts/pack.mjs has made, with provenance, each after the packages
 * that it needs: nobody can install one whose dependency is not there yet.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PACKAGES } from './packages.mjs';

const [directory, ...flags] = process.argv.slice(2);
if (directory === undefined) {
  console.error('Name the directory with the tarballs.');
  process.exit(2);
}
for (const folder of PACKAGES) {
  const path = join(import.meta.dirname, '..', 'packages', folder, 'package.json');
  const { name, version } = JSON.parse(readFileSync(path, 'utf8'));
  const tarball = join(resolve(directory), `${name}-${version}.tgz`);
  const provenance = flags.includes('--dry-run') ? [] : ['--provenance'];
  const args = ['publish', tarball, '--access', 'public', '--ignore-scripts', ...provenance, ...flags];
  execFileSync('npm', args, { stdio: 'inherit' });
}
