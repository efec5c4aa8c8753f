/** A real terminal (tmux) in which `posthorn` runs and a person types. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';

export interface Terminal {
  /** Types text, and then presses Enter. */
  enter(text?: string): Promise<void>;
  /** Presses a key by tmux's name, such as `Up` or `C-c`. */
  press(key: string): Promise<void>;
  /** Settles with the screen when its last lines show the text. */
  waitFor(text: string): Promise<string>;
  /** Settles with the exit code when the command has ended. */
  exitCode(): Promise<number>;
  /** What is on the screen, without spaces at the ends of lines. */
  screen(): Promise<string>;
}

const COMMAND = join(import.meta.dirname, '../../bin/posthorn.js');
const SIZE = ['-x', '140', '-y', '60'];
const CONFIGURATION = 'set -g remain-on-exit on\nset -g status off\n';
/** A loaded machine needs longer than the usual tenth of a second. */
const LIMIT_MS = 20_000;
const INTERVAL_MS = 30;

const run = promisify(execFile);

/** Why there can be no terminal; false when there is one. `CI=true` insists on it. */
export const terminalIsMissing: string | false =
  hasTmux() || process.env.CI === 'true' ? false : "needs Debian's package tmux";

function hasTmux(): boolean {
  try {
    execFileSync('tmux', ['-V']);
    return true;
  } catch {
    return false;
  }
}

/** Starts `posthorn` with the arguments in a new terminal, which goes with the test. */
export async function openTerminal(t: TestContext, args: readonly string[]): Promise<Terminal> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-terminal-'));
  await writeFile(join(folder, 'tmux.conf'), CONFIGURATION);
  const tmux = async (...words: readonly string[]): Promise<string> => {
    const server = ['-u', '-S', join(folder, 'socket'), '-f', join(folder, 'tmux.conf')];
    return (await run('tmux', [...server, ...words])).stdout;
  };
  // Nothing of the test's own environment may answer a question.
  const environment = ['env', '-i', `PATH=${process.env.PATH}`, 'TERM=screen', 'LANG=C.UTF-8'];
  const statusFile = join(folder, 'status');
  // tmux does not always learn how a command ended.
  const shell = ['sh', '-c', 'trap : INT; "$@"; echo "$?" > "$0"', statusFile];
  const command = [...environment, process.execPath, COMMAND, ...args];
  await tmux('new-session', '-d', ...SIZE, '--', ...shell, ...command);
  t.after(async () => {
    await tmux('kill-server').catch(() => undefined);
    await rm(folder, { recursive: true });
  });

  const screen = async () => (await tmux('capture-pane', '-p')).replace(/ +$/gm, '').trimEnd();
  return {
    screen,
    async enter(text = '') {
      if (text !== '') await tmux('send-keys', '-l', '--', text);
      await tmux('send-keys', 'Enter');
    },
    async press(key) {
      await tmux('send-keys', key);
    },
    waitFor: (text) =>
      poll(screen, (shown) => {
        const prompt = shown.slice(shown.lastIndexOf('\n?') + 1);
        return prompt.includes(text);
      }),
    async exitCode() {
      const read = () => readFile(statusFile, 'utf8').catch(() => '');
      return Number(await poll(read, (text) => text.endsWith('\n')));
    },
  };
}

async function poll(look: () => Promise<string>, isReached: (seen: string) => boolean): Promise<string> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const seen = await look();
    if (isReached(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`The terminal does not come this far:\n${seen}`);
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}
