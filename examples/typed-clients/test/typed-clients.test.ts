/** Tools of others read the descriptions of the API without complaint, and what they make of them compiles. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const EXAMPLE = new URL('..', import.meta.url).pathname;
const ROOT = join(EXAMPLE, '../..');
const MAX_OUTPUT_OCTETS = 10_000_000;

const documentOf = (tag: string): string => join(ROOT, 'docs/openapi', `${tag}.json`);
/** A program of this example's own packages. */
const program = (path: string): string => join(EXAMPLE, 'node_modules', path);

describe('The OpenAPI documents', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'typed-clients-'));
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

  it('give types by openapi-typescript, with which a client compiles', async () => {
    const generator = program('openapi-typescript/bin/cli.js');
    await run(process.execPath, [generator, documentOf('v1'), '-o', join(folder, 'v1.d.ts')]);
    await copyFile(join(EXAMPLE, 'client/newest-subjects.ts'), join(folder, 'newest-subjects.ts'));
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'esnext'];
    const more = ['--moduleResolution', 'bundler', '--lib', 'es2022,dom'];
    const compiler = program('typescript/lib/tsc.js');
    const files = [join(folder, 'newest-subjects.ts')];
    const { stdout } = await run(process.execPath, [compiler, ...options, ...more, ...files]).catch(
      (error: { stdout: string }) => error,
    );

    assert.equal(stdout, '');
  });
});
