/** The blocks of a page that are for a shell, and a shell that runs them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Where the pages say that the demo listens. */
const DOCUMENTED_ADDRESS = 'http://127.0.0.1:8025';
/** Tells the status of each answer behind it; the commands themselves stay as they are. */
const PRELUDE = `shopt -s expand_aliases
curl() { command curl -w '\\n#status %{http_code} %{method} %{url}\\n' "$@"; }
`;

/** The `sh` blocks of a page, in their order. */
export function shellBlocks(page: string): readonly string[] {
  return blocksOf(page).flatMap(({ language, text }) => (language === 'sh' ? text : []));
}

/** The other blocks: what is shown of answers. */
export function shownBlocks(page: string): readonly string[] {
  return blocksOf(page).flatMap(({ language, text }) => (language === 'sh' ? [] : text));
}

function blocksOf(page: string): readonly { readonly language: string; readonly text: string }[] {
  const fences = page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm);
  return [...fences].map(([, language = '', text = '']) => ({ language, text }));
}

/** One answer that a line got. */
export interface ShellAnswer {
  readonly status: number;
  readonly request: string;
  /** The head, where the line shows it, and the body. */
  readonly text: string;
}

/** Runs the lines in one shell, in a folder of their own, with another address in place of the documented one. */
export async function runShell(
  lines: string,
  { address, cwd }: { readonly address: string; readonly cwd: string },
): Promise<readonly ShellAnswer[]> {
  const script = PRELUDE + lines.replaceAll(DOCUMENTED_ADDRESS, address);
  // A stream that is cut off after its time ends with another exit code than 0; the answers tell what has worked.
  const { stdout } = await run('/bin/bash', ['-c', `${script}\ntrue`], { cwd, maxBuffer: 32 * 1024 * 1024 });
  const answers: ShellAnswer[] = [];
  let text = '';
  for (const line of stdout.split('\n')) {
    const [, status, request = ''] = /^#status (\d{3}) (.*)$/.exec(line) ?? [];
    if (status === undefined) text += `${line}\n`;
    else {
      answers.push({ status: Number(status), request, text });
      text = '';
    }
  }
  return answers;
}
