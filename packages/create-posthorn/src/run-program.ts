/** Runs another program at the same terminal. */
import { spawn } from 'node:child_process';
import { basename } from 'node:path';

/** A program with its arguments. */
export type Command = readonly [program: string, ...args: string[]];

/** `npm` with these arguments: the one that started this program where that was npm. */
export function npmCommand(...args: string[]): Command {
  // biome-ignore lint/style/noProcessEnv: npm tells only here where it is
  const { npm_execpath: path = '' } = process.env;
  return basename(path) === 'npm-cli.js' ? [process.execPath, path, ...args] : ['npm', ...args];
}

/**
 * Runs it in the directory, with this process's own input and output, and gives its exit code; null when a signal ended
 * it. Rejects when it cannot be started.
 */
export function runProgram([program, ...args]: Command, directory: string): Promise<number | null> {
  const child = spawn(program, args, {
    cwd: directory,
    stdio: 'inherit',
    // On Windows npm is a script, which only a shell runs.
    shell: process.platform === 'win32' && program === 'npm',
  });
  // Ctrl-C reaches the other program as well; this one stays to say what is left.
  const stay = () => undefined;
  process.on('SIGINT', stay);
  return new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code));
  }).finally(() => process.off('SIGINT', stay));
}
