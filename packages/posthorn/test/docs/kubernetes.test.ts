/** `npm run check` refuses manifests of Kubernetes that a cluster would refuse. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '../../../..');
const DEPLOYMENT = 'base/deployment.yaml';

/** Runs the check over a copy in which one text is another. */
function checkPlanted(before: string, after: string) {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-manifests-'));
  try {
    cpSync(join(ROOT, 'deploy/kubernetes'), folder, { recursive: true });
    const path = join(folder, DEPLOYMENT);
    const text = readFileSync(path, 'utf8');
    assert.ok(text.includes(before), before);
    writeFileSync(path, text.replace(before, after));
    const checker = join(ROOT, 'scripts/check-kubernetes.mjs');
    const { status, stderr } = spawnSync(process.execPath, [checker, folder], { encoding: 'utf8' });
    return { status, stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('The check of manifests', () => {
  it('finds a member that Kubernetes does not know', () => {
    const { status, stderr } = checkPlanted('readinessProbe:', 'readinesProbe:');

    assert.equal(status, 1);
    assert.match(stderr, /Deployment posthorn: there is no member .*\/readinesProbe\./);
  });

  it('finds a value of another type', () => {
    const { status, stderr } = checkPlanted(
      'allowPrivilegeEscalation: false',
      'allowPrivilegeEscalation: "no"',
    );

    assert.equal(status, 1);
    assert.match(stderr, /allowPrivilegeEscalation must be boolean/);
  });
});
