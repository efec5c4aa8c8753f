/** `node scripts/pack.mjs DIR`: packs all packages, as they are built, into tarballs in the directory, as they are published. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PACKAGES } from './packages.mjs';

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  console.error('Name a directory for the tarballs.');
  process.exit(2);
}
const target = resolve(directory);
mkdirSync(target, { recursive: true });
process.chdir(join(import.meta.dirname, '..'));
const folders = PACKAGES.map((name) => `./packages/${name}`);
execFileSync('npm', ['pack', '--silent', '--pack-destination', target, ...folders], { stdio: 'inherit' });
