/** The built `posthorn` command with a person who acts when it shows an address. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { CommandResult } from './piped-command.ts';

const COMMAND = join(import.meta.dirname, '../../bin/posthorn.js');

/** Runs the command to its end; `act` gets the address, and all that was shown until then. It is stopped when the person cannot do what is to be done. */
export async function runWithPerson(
  args: readonly string[],
  act: (address: URL, shown: string) => Promise<unknown>,
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr, hasActed] = ['', '', false];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    const [address] = /http:\S+(?=\n)/.exec(stderr) ?? [];
    if (address === undefined || hasActed) return;
    hasActed = true;
    act(new URL(address), stderr).catch(() => child.kill());
  });
  const [code] = await once(child, 'close');
  return { code: code as number | null, stdout, stderr };
}
