/** `npm run build`: rebuilds the dist folder of each package, in the order in which they depend on each other. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyDocumentation } from './copy-documentation.mjs';
import { PACKAGES } from './packages.mjs';

process.chdir(join(import.meta.dirname, '..'));

for (const name of PACKAGES) rmSync(`packages/${name}/dist`, { recursive: true, force: true });

for (const name of PACKAGES) {
  const { status } = spawnSync('node_modules/.bin/tsc', ['-p', `packages/${name}/tsconfig.build.json`], {
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error(`The build of packages/${name} failed.`);
    process.exit(1);
  }
}

copyDocumentation();
