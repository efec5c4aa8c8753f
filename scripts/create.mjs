/**
 * `npm run create -- DIR [flags]`: what `npm create posthorn DIR` does, with the packages of this clone. A relative DIR starts where npm
 * was called. The flags are those of create-posthorn.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const packed = mkdtempSync(join(tmpdir(), 'posthorn-packed-'));
try {
  const [directory = 'posthorn', ...flags] = process.argv.slice(2);
  const isPacked = run([join(ROOT, 'scripts/pack.mjs'), packed], 'ignore');
  const tool = join(ROOT, 'packages/create-posthorn/bin/create-posthorn.js');
  process.exitCode = isPacked || run([tool, directory, '--from', packed, ...flags], 'inherit');
} finally {
  rmSync(packed, { recursive: true });
}

/** Gives the exit code. */
function run(args, stdout) {
  const cwd = process.env.INIT_CWD ?? process.cwd();
  return spawnSync(process.execPath, args, { cwd, stdio: ['inherit', stdout, 'inherit'] }).status ?? 1;
}
