/** Commands from the sources, in processes of their own. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');
const PROGRAM = `
  const { main } = await import('./packages/posthorn/src/cli/main.ts');
  await main(process.argv.slice(0, 1).concat('posthorn', process.argv.slice(1)));`;
const FLAGS = ['--conditions=posthorn-source', '--import', 'tsx', '--input-type=module', '-e', PROGRAM, '--'];

export interface CommandOutcome {
  readonly code: number;
  /** The JSON document of standard output. */
  // biome-ignore lint/suspicious/noExplicitAny: what tests look into, whatever it is
  readonly document: any;
  readonly complaint: string;
}

/** Runs a command with `--json` and without a terminal. */
export function runCommand(
  args: readonly string[],
  { root, input = '' }: { readonly root: string; readonly input?: string },
): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    const all = [...FLAGS, ...args, '--root', root, '--json'];
    const child = execFile(process.execPath, all, { cwd: ROOT }, (error, stdout, stderr) => {
      const document = stdout.startsWith('{') || stdout.startsWith('[') ? JSON.parse(stdout) : stdout;
      resolve({ code: Number(error?.code ?? 0), document, complaint: stderr });
    });
    child.stdin?.end(input);
  });
}
