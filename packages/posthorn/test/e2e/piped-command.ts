/** The built `posthorn` command with a pipe at its input. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const COMMAND = join(import.meta.dirname, '../../bin/posthorn.js');

export interface PipedCommand {
  readonly args: readonly string[];
  /** What comes through the pipe. */
  readonly input?: string;
  /** True: the other end of the pipe stays open. */
  readonly staysOpen?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command to its end. */
export async function runPiped({
  args,
  input = '',
  staysOpen = false,
  environment = {},
}: PipedCommand): Promise<CommandResult> {
  // Nothing of the test's own environment may answer a question.
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env.PATH, ...environment },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  // A command that is content with less closes the pipe while more comes.
  child.stdin.on('error', () => undefined);
  child.stdin.write(input);
  if (!staysOpen) child.stdin.end();
  const [code] = await once(child, 'close');
  child.stdin.destroy();
  return { code: code as number | null, stdout, stderr };
}
