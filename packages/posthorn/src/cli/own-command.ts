/** How this program is called again, in lines that can be pasted into a shell. */
import { realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** What `npx posthorn` runs in a directory. */
const INSTALLED = 'node_modules/posthorn/bin/posthorn.js';
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/**
 * `npx posthorn` where the present directory has this very program installed, else Node with the program's path: a plain `posthorn` is
 * found only while npm runs it.
 */
export function ownCommand(): string {
  const [, program = ''] = process.argv;
  const own = realPathOf(program);
  return realPathOf(resolve(INSTALLED)) === own ? 'npx posthorn' : `node ${quoteForShell(own)}`;
}

/** The flag that names the installation, with a space in front; empty for the present directory. */
export function rootFlag(rootDirectory: string): string {
  const isHere = relative(process.cwd(), rootDirectory) === '';
  return isHere ? '' : ` --root ${quoteForShell(rootDirectory)}`;
}

/** The text as one word of a POSIX shell. */
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
