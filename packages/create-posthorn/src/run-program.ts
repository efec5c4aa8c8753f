import { spawn } from 'node:child_process';
import { basename } from 'node:path';

export type Command = readonly [program: string, ...args: string[]];

/** The running npm, else `npm`. */
export function npmCommand(...args: string[]): Command {
  // biome-ignore lint/style/noProcessEnv: npm announces its path only here
  const { npm_execpath: path = '' } = process.env;
  return basename(path) === 'npm-cli.js' ? [process.execPath, path, ...args] : ['npm', ...args];
}

/** Runs with inherited stdio. Returns the exit code, null after a signal; rejects when it cannot start. */
export function runProgram([program, ...args]: Command, directory: string): Promise<number | null> {
  const child = spawn(program, args, {
    cwd: directory,
    stdio: 'inherit',
    // On Windows npm is a script and needs a shell.
    shell: process.platform === 'win32' && program === 'npm',
  });
  // Stays alive after Ctrl-C to report leftovers.
  const stay = () => undefined;
  process.on('SIGINT', stay);
  return new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code));
  }).finally(() => process.off('SIGINT', stay));
}
