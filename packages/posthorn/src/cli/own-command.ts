import { realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const INSTALLED = 'node_modules/posthorn/bin/posthorn.js';
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** `npx posthorn` where installed, else Node with its path: `posthorn` alone works only under npm. */
export function ownCommand(): string {
  const [, program = ''] = process.argv;
  const own = realPathOf(program);
  return realPathOf(resolve(INSTALLED)) === own ? 'npx posthorn' : `node ${quoteForShell(own)}`;
}

/** The installation's flag after a space; empty for the current directory. */
export function rootFlag(rootDirectory: string): string {
  const isHere = relative(process.cwd(), rootDirectory) === '';
  return isHere ? '' : ` --root ${quoteForShell(rootDirectory)}`;
}

function quoteForShell(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(path);
  }
}
