/** The started process: its settings and the lines it prints. */

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const ARGUMENTS = ['--conditions=posthorn-source', '--import', 'tsx', MAIN];
const DEADLINE = { timeout: 60_000 };

const run = promisify(execFile);

async function readCurlLines(t: TestContext): Promise<readonly string[]> {
  const child = spawn(process.execPath, ARGUMENTS, { env: { ...process.env, PORT: '0', HOST: '127.0.0.1' } });
  t.after(async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (lines.push(line) === 3) break;
  }
  return lines;
}

async function attributeNames(curlLine: string): Promise<readonly string[]> {
  const { stdout } = await run('sh', ['-c', curlLine.replace('curl', 'curl -s')]);
  return Object.keys(JSON.parse(stdout).data.attributes);
}

describe('the article service as a process', () => {
  it('prints three curl lines that work', DEADLINE, async (t) => {
    const hasCurl = await run('curl', ['--version']).then(
      () => true,
      () => false,
    );
    if (!hasCurl) return t.skip('curl is not installed');

    const names = await Promise.all((await readCurlLines(t)).map(attributeNames));

    assert.deepEqual(names, [
      ['title', 'author', 'date', 'teaser', 'text'],
      ['title', 'author', 'date', 'teaser', 'version'],
      ['title', 'author', 'date', 'teaser', 'text', 'version', 'secretfield'],
    ]);
  });

  for (const port of ['http', '70000', '-1', '8030.5']) {
    it(`refuses PORT=${port} with a reason`, DEADLINE, async () => {
      const started = run(process.execPath, ARGUMENTS, { env: { ...process.env, PORT: port } });

      await assert.rejects(started, {
        code: 2,
        stderr: `PORT must be a number from 0 to 65535, not '${port}'.\n`,
      });
    });
  }
});
