/** Runs the programs of the README, and compares its tables with the code. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import * as imap from '../src/index.ts';
import { createTlsCredentials, type TlsCredentials } from './support/tls-credentials.ts';

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
const programs = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
const ADDRESS = "host: 'imap.example.org', port: 993, security: 'tls'";

let tls: TlsCredentials;
before(async () => {
  tls = await createTlsCredentials();
});

async function startServer(t: TestContext): Promise<Sandbox> {
  const messages = ['Hello', 'Re: Hello', 'Invoice 7'].map((subject) => ({
    raw: `Subject: ${subject}\n\nText\n`,
  }));
  const sandbox = await startSandbox({
    users: [
      {
        name: 'ann',
        password: 'secret',
        tokens: { expired: 'expired' },
        mailboxes: [{ name: 'INBOX', messages }],
      },
    ],
    tls,
    implicitTls: true,
    capabilities: { with: ['AUTH=OAUTHBEARER'] },
  });
  t.after(() => sandbox.close());
  return sandbox;
}

/** The program for the server of the test: the address is another, and outside of the package bare names do not resolve. */
function toRunnable(code: string, { imapsPort = 0 }: Sandbox): string {
  const address = `host: '127.0.0.1', port: ${imapsPort}, security: 'tls', extraRoots: [${JSON.stringify(tls.cert)}]`;
  assert.ok(code.includes(ADDRESS));
  return code
    .replace(ADDRESS, address)
    .replaceAll("from 'posthorn-imap'", `from '${new URL('../src/index.ts', import.meta.url).href}'`);
}

/** The lines that a program says it prints. */
function promisedLines(code: string): readonly string[] {
  return [...code.matchAll(/console\.log\(.*[;,] \/\/ => (.*)$/gm)].map(([, line = '']) => line);
}

/** The first column of the table whose head begins with this word; names in it stand in backquotes. */
function firstColumn(head: string): readonly string[] {
  const [, rows = ''] = new RegExp(`^\\| ${head} \\|.*\\n\\|[-|]+\\n((?:\\|.*\\n)+)`, 'm').exec(readme) ?? [];
  return rows.split('\n').flatMap((row) => {
    const [, cell = ''] = row.split('|');
    return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  });
}

describe('the programs of the README', () => {
  for (const [index, code] of programs.entries()) {
    it(`print what they say: program ${index + 1}`, async (t) => {
      const sandbox = await startServer(t);
      const folder = await mkdtemp(join(tmpdir(), 'posthorn-readme-'));
      t.after(() => rm(folder, { recursive: true }));
      const file = join(folder, 'program.mts');
      await writeFile(file, toRunnable(code, sandbox));
      const printed: string[] = [];
      t.mock.method(console, 'log', (value: unknown) => printed.push(String(value)));
      // News for the program that waits for some.
      const delivery = setInterval(() => {
        if (sandbox.recording.some(({ name }) => name === 'IDLE')) {
          clearInterval(delivery);
          sandbox.user('ann').deliver('Subject: news\n\nText\n');
        }
      }, 5);
      t.after(() => clearInterval(delivery));

      await import(pathToFileURL(file).href);

      assert.ok(printed.length > 0);
      assert.deepEqual(printed, promisedLines(code));
    });
  }

  it('are all found', () => {
    assert.equal(programs.length, 4);
  });
});

describe('the tables of the README', () => {
  it('name all functions', () => {
    const functions = Object.entries(imap)
      .filter(([, value]) => typeof value === 'function' && !/^class\b/.test(String(value)))
      .map(([name]) => name);

    assert.deepEqual([...firstColumn('function')].sort(), functions.sort());
  });

  it('name all errors', () => {
    const errors = Object.entries(imap)
      .filter(([, value]) => typeof value === 'function' && value.prototype instanceof imap.ImapError)
      .map(([name]) => name);

    assert.deepEqual([...firstColumn('error')].sort(), errors.sort());
  });

  it('name all bounds with their defaults', () => {
    const rows = [...readme.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, name = '', value]) => [
      name,
      Number(value),
    ]);

    assert.deepEqual(Object.fromEntries(rows), { ...imap.DEFAULT_BOUNDS });
  });
});
