/** Short runs of `npm run soak -- sign-in-storm`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { raiseStorm } from './sign-in-storm.ts';

const RUN = { wrongLogins: 60, newcomers: 2, quietMs: 500 };

describe('A storm of wrong sign-ins', () => {
  for (const [addresses, users] of [
    [1, 1],
    [20, 60],
  ] as const) {
    it(`from ${addresses} addresses as ${users} users keeps nobody out`, async (t) => {
      const report = await raiseStorm({ ...RUN, addresses, users });

      t.diagnostic(JSON.stringify(report));
      const { rightStatuses, statuses, withoutRetryAfter } = report;
      assert.deepEqual(rightStatuses, ['200']);
      assert.deepEqual(Object.keys(statuses).sort(), addresses === 1 ? ['401', '429'] : ['401']);
      assert.equal(withoutRetryAfter, 0);
    });
  }
});
