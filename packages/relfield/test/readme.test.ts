/** Runs every example of the README. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ERROR_CODES, JsonApiError } from 'relfield';
import { articles, EXTENSION_URI } from '../examples/article-types.ts';
import { createFastifyExample } from '../examples/fastify.ts';
import { listen } from './support/test-server.ts';
import { loadVectors, loadWireForms, VECTOR_FILES } from './support/vectors.ts';

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
const ACCEPT = `application/vnd.api+json;ext="${EXTENSION_URI}"`;

const programs = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
const rows = [...readme.matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) =>
  row.split('|').map((cell) => cell.trim().replaceAll('`', '')),
);
const curlLines = [...readme.matchAll(/^curl .*$/gm)].map(([line]) => line);

/** The heads of tables that follow one another. */
function isHead([first = '']: readonly string[]): boolean {
  return first === 'Query' || first === 'Status';
}

/** The rows of the table that starts with these column heads. */
function table(...heads: readonly string[]): readonly (readonly string[])[] {
  const start = rows.findIndex((row) => row.join() === heads.join());
  const length = rows.slice(start + 2).findIndex((row) => isHead(row) || row.length !== heads.length);
  return rows.slice(start + 2, start + 2 + length);
}

/** The lines that a program says it prints. */
function promisedLines(code: string): readonly string[] {
  return [...code.matchAll(/console\.log\(.*\); \/\/ => (.*)$/gm)].map(([, line = '']) => line);
}

function selectForReader(query: string) {
  const negotiated = articles.negotiate({
    target: `/articles/1?${query}`,
    accept: ACCEPT,
    contentType: undefined,
    hasBody: false,
  });
  return articles.select(negotiated, { client: { role: 'reader' }, primaryType: 'article' });
}

describe('the programs of the README', () => {
  for (const [index, code] of programs.entries()) {
    it(`print what they say: program ${index + 1}`, async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'relfield-readme-'));
      t.after(() => rm(folder, { recursive: true }));
      // Outside of the package, bare names do not resolve.
      const runnable = code.replaceAll(
        /from '([^']+)'/g,
        (_, name: string) => `from '${import.meta.resolve(name)}'`,
      );
      const file = join(folder, 'program.mts');
      await writeFile(file, runnable);
      const log = t.mock.method(console, 'log', () => undefined);

      await import(pathToFileURL(file).href);

      const printed = log.mock.calls.map(({ arguments: [value] }) =>
        typeof value === 'string' ? value : JSON.stringify(value),
      );
      assert.ok(printed.length > 0);
      assert.deepEqual(printed, promisedLines(code));
    });
  }
});

describe('the tables of the README', () => {
  for (const [query = '', attributes] of table('Query', 'Attributes')) {
    it(`'${query}' selects '${attributes}'`, () => {
      assert.equal(selectForReader(query).mask('article').attributes.join(', '), attributes);
    });
  }

  for (const [query = '', status, code, source = ''] of table('Query', 'Status', 'Code', 'Source')) {
    it(`'${query}' is ${status} ${code}`, () => {
      const [kind = '', place] = source.split(' ');

      assert.throws(
        () => selectForReader(query),
        (error) => {
          assert.ok(error instanceof JsonApiError);
          const [problem] = error.problems;
          assert.deepEqual(
            [error.status, problem.code, problem.source],
            [Number(status), code, { [kind]: place }],
          );
          return true;
        },
      );
    });
  }

  it('are all found', () => {
    assert.equal(table('Query', 'Attributes').length, 11);
    assert.equal(table('Query', 'Status', 'Code', 'Source').length, 11);
  });
});

describe('the error codes of the README', () => {
  it('are all there are, with their status', () => {
    const documented = table('Status', 'Codes').flatMap(([status, codes = '']) =>
      codes.split(', ').map((code) => [code, Number(status)]),
    );
    const existing = Object.entries(ERROR_CODES).map(([code, { status }]) => [code, status]);

    assert.deepEqual(new Map(documented as [string, number][]), new Map(existing as [string, number][]));
  });
});

describe('the numbers of the README', () => {
  it('count the vectors and the wire forms', () => {
    const vectors = VECTOR_FILES.flatMap((file) => loadVectors(file));

    assert.ok(readme.includes(`holds ${vectors.length} requests`));
    assert.ok(readme.includes(`which ${loadWireForms().forms.length} kinds of clients`));
  });
});

describe('the curl lines of the README', () => {
  const run = promisify(execFile);

  for (const line of curlLines) {
    it(`work: ${line}`, async (t) => {
      const hasCurl = await run('curl', ['--version']).then(
        () => true,
        () => false,
      );
      if (!hasCurl) return t.skip('curl is not installed');
      const port = await listen(t, await createFastifyExample());

      const { stdout } = await run('sh', [
        '-c',
        line.replace('curl', 'curl -s').replace(/:8030/, `:${port}`),
      ]);

      assert.deepEqual(Object.keys(JSON.parse(stdout).data.attributes), [
        'title',
        'author',
        'date',
        'teaser',
        'version',
      ]);
    });
  }
});
