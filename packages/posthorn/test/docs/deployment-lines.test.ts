/** Which lines of docs/deployment.md are run, and which test comes nearest to those that cannot be. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const REPOSITORY = join(import.meta.dirname, '../../../..');
const E2E = 'packages/posthorn/test/e2e';
const page = readFileSync(join(REPOSITORY, 'docs/deployment.md'), 'utf8');
const lines = [...page.matchAll(/^```(?:sh|yaml)\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
  block.split('\n').filter((line) => line.trim() !== ''),
);

/** Beginnings of lines, with the test that runs them or comes nearest. */
const TESTS: readonly (readonly [string, string])[] = [
  // The settings of the proxies' tests.
  ['APP_URL=', 'reverse-proxy.test.ts'],
  ['APP_TRUST_PROXY=', 'reverse-proxy.test.ts'],
  // Without Docker: the stages of the Dockerfile are carried out, and compose.yaml is read.
  ['docker build', 'deployment-files.test.ts'],
  ['POSTHORN_UID=', 'deployment-files.test.ts'],
  // Without Prometheus: compose.yaml publishes this port.
  ['scrape_configs:', 'deployment-files.test.ts'],
  ['  - job_name: posthorn', 'deployment-files.test.ts'],
  ['    static_configs:', 'deployment-files.test.ts'],
  ['      - targets: ["127.0.0.1:9464"]', 'deployment-files.test.ts'],
  // Cloning needs a repository that is published; the rest is run with other folders.
  ['git clone ', 'deployment-lines.test.ts'],
  ['mkdir -p /etc/posthorn/app/config', 'deployment-lines.test.ts'],
  ['node packages/posthorn/bin/posthorn.js install ', 'deployment-lines.test.ts'],
  ['node /opt/posthorn/packages/posthorn/bin/posthorn.js ', 'deployment-lines.test.ts'],
  // Without systemd running: the unit is verified.
  ['cp deploy/posthorn.service ', 'deployment-files.test.ts'],
];

describe('docs/deployment.md', () => {
  it('has no line that no test knows', () => {
    assert.deepEqual(
      lines.filter((line) => !TESTS.some(([start]) => line.startsWith(start))),
      [],
    );
  });

  it('has the lines that the tests know', () => {
    const unused = TESTS.filter(([start]) => !lines.some((line) => line.startsWith(start)));

    assert.deepEqual(unused, []);
    assert.deepEqual(
      TESTS.filter(([, file]) => !existsSync(join(REPOSITORY, E2E, file))),
      [],
    );
  });
});
