/** Tools of others read the descriptions of the API without complaint, and what they make of them compiles. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { startDemo } from '../../../packages/posthorn/src/demo/start-demo.ts';

const run = promisify(execFile);
const EXAMPLE = new URL('..', import.meta.url).pathname;
const ROOT = join(EXAMPLE, '../..');
const MAX_OUTPUT_OCTETS = 10_000_000;

const COMPILER_OPTIONS = [
  ...['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext'],
  ...['--moduleResolution', 'bundler', '--lib', 'es2022,dom,dom.iterable'],
];

const documentOf = (tag: string): string => join(ROOT, 'docs/openapi', `${tag}.json`);
/** A program of this example's own packages. */
const program = (path: string): string => join(EXAMPLE, 'node_modules', path);

/** What the compiler complains about. */
async function compile(...files: readonly string[]): Promise<string> {
  const args = [program('typescript/lib/tsc.js'), ...COMPILER_OPTIONS, ...files];
  const { stdout } = await run(process.execPath, args).catch((error: { stdout: string }) => error);
  return stdout;
}

describe('The OpenAPI documents', () => {
  let folder: string;
  before(async () => {
    // Below the example, so that its packages are found.
    folder = await mkdtemp(join(EXAMPLE, 'generated-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('keep the strict rules of Redocly', async () => {
    const config = join(folder, 'redocly.yaml');
    await writeFile(config, 'extends: [recommended-strict]\ntelemetry: off\n');
    const args = ['lint', documentOf('v0'), documentOf('v1'), '--config', config, '--format', 'json'];
    const { stdout } = await run(
      process.execPath,
      [join(ROOT, 'node_modules/@redocly/cli/bin/cli.js'), ...args],
      {
        maxBuffer: MAX_OUTPUT_OCTETS,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );

    assert.match(stdout, /"totals": \{\s*"errors": 0,\s*"warnings": 0,/);
  });

  it('give types by openapi-typescript, with which clients compile', async () => {
    const generator = program('openapi-typescript/bin/cli.js');
    const generate = (tag: string) =>
      run(process.execPath, [generator, documentOf(tag), '-o', join(folder, `${tag}.d.ts`)]);
    await Promise.all(['v0', 'v1'].map(generate));
    const clients = ['newest-subjects.ts', 'mailbox-tour.ts'];
    await Promise.all(clients.map((name) => copyFile(join(EXAMPLE, 'client', name), join(folder, name))));

    assert.equal(await compile(...clients.map((name) => join(folder, name))), '');
  });

  /** Writes functions by hey-api, made from the document. */
  function generateFunctions(document: string, name: string) {
    const generator = program('@hey-api/openapi-ts/bin/run.js');
    const plugins = ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'];
    const args = [generator, '-i', document, '-o', join(folder, name), '-p', ...plugins];
    // Where it would write its log of a failure.
    return run(process.execPath, args, { cwd: folder });
  }

  it('give functions by hey-api, with which a client compiles', async () => {
    await Promise.all(['v0', 'v1'].map((tag) => generateFunctions(documentOf(tag), `hey-api-${tag}`)));
    await copyFile(join(EXAMPLE, 'client/unread-counts.ts'), join(folder, 'unread-counts.ts'));

    assert.equal(await compile(join(folder, 'unread-counts.ts')), '');
  });

  it('describe the logins that a running server takes, so that one secret is enough for hey-api', async (t) => {
    const demo = await startDemo({ port: '0', now: new Date() });
    t.after(() => demo.close());
    const document = join(folder, 'running.json');
    const answer = await fetch(new URL('/openapi/v1.json', demo.emailUrl));
    await writeFile(document, await answer.text());
    await generateFunctions(document, 'running');
    const { listMailAccounts } = await import(join(folder, 'running/sdk.gen.ts'));
    const { client } = await import(join(folder, 'running/client.gen.ts'));
    client.setConfig({ baseUrl: `${demo.emailUrl}/v1`, auth: () => 'jane@posthorn.test:demo' });

    const { response, data } = await listMailAccounts();

    assert.deepEqual([response.status, data?.data[0]?.id], [200, demo.accountId]);
  });
});
