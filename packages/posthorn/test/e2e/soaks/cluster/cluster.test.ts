/** A short run of `npm run soak -- cluster`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { postgresIsMissing } from '../../../support/postgres.ts';
import { testSeed } from '../../../support/seeded-random.ts';
import { haproxyIsMissing } from '../../haproxy.ts';
import { surviveClusterFaults } from './cluster-soak.ts';

describe('Nodes that fail while 50 accounts are at work', {
  skip: postgresIsMissing || haproxyIsMissing,
}, () => {
  it('lose nothing, and double nothing', async (t) => {
    const { problems, ...report } = await surviveClusterFaults({ faults: 12, seed: testSeed() });

    t.diagnostic(JSON.stringify(report));
    assert.deepEqual(problems, []);
    assert.ok(report.mails > 50 && report.races > 10 && report.events > 100, JSON.stringify(report));
  });
});
