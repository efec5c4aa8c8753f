/** Which version runs, and that an old Node is told so. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findFreePort } from '../support/free-port.ts';
import { createInstallationRoot } from './installation-root.ts';
import { runPosthorn, startPosthornProcess } from './posthorn-process.ts';

const PACKAGES = join(import.meta.dirname, '../../..');
const { version } = JSON.parse(readFileSync(join(PACKAGES, 'posthorn/package.json'), 'utf8'));

describe('the version of posthorn', () => {
  it('is printed by --version', async () => {
    assert.deepEqual(await runPosthorn(['--version']), { code: 0, output: `${version}\n` });
  });

  it('is in the first line of the log, at /health and in the metrics', async (t) => {
    const metricsPort = await findFreePort();
    const root = await createInstallationRoot(t, `PORT=0\nMETRICS_PORT=${metricsPort}\n`);
    const server = await startPosthornProcess(['serve', '--root', root.path]);
    t.after(() => server.stop());

    const health = await (await fetch(`${server.address}/health`)).json();
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

    const [first = '{}'] = server.output().split('\n');
    const line = JSON.parse(first);
    assert.deepEqual([line.msg, line.version, line.node], ['Posthorn starts', version, process.version]);
    assert.equal((health as { version: string }).version, version);
    assert.ok(metrics.includes(`posthorn_build_info{version="${version}"} 1\n`));
  });
});

describe('a Node that is too old', () => {
  for (const program of ['posthorn', 'create-posthorn']) {
    it(`gets one line of ${program}`, () => {
      const pretence = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } });`;
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [
          `--import=data:text/javascript,${encodeURIComponent(pretence)}`,
          join(PACKAGES, program, `bin/${program}.js`),
          '--version',
        ],
        { encoding: 'utf8' },
      );

      assert.deepEqual(
        [status, stdout, stderr],
        [1, '', `${program} needs Node 20.19 or newer, and this is Node 18.20.4.\n`],
      );
    });
  }

  it('is told in the same words by both packages', () => {
    const [one, other] = ['posthorn', 'create-posthorn'].map((name) =>
      readFileSync(join(PACKAGES, name, 'bin/require-node.js'), 'utf8'),
    );

    assert.equal(one, other);
  });
});
