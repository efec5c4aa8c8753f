import { spawn } from 'node:child_process';
import { basename } from 'node:path';

export type Command = readonly [program: string, ...args: string[]];

/** Returns the command of the running npm, else of `npm`. */
export function npmCommand(...args: string[]): Command {
  // biome-ignore lint/style/noProcessEnv: npm announces its path only here
  const { npm_execpath: path = '' } = process.env;
  return basename(path) === 'npm-cli.js' ? [process.execPath, path, ...args] : ['npm', ...args];
}

/**
 * Runs a program with inherited input and output, and returns its exit code; null after a signal. Rejects
 * when it cannot start.
 */
export function runProgram([program, ...args]: Command, directory: string): Promise<number | null> {
  const child = spawn(program, args, {
    cwd: directory,
    stdio: 'inherit',
    // On Windows npm is a script and needs a shell.
    shell: process.platform === 'win32' && program === 'npm',
  });
  // To report what is left after Ctrl-C.
  const stay = () => undefined;
  process.on('SIGINT', stay);
  return new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code));
  }).finally(() => process.off('SIGINT', stay));
}
