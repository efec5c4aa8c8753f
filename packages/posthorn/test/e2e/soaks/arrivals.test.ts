/** Short runs of `npm run soak -- arrivals`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { letArrive } from './arrivals.ts';

const USERS = 60;

describe('Users who sign in through one address', () => {
  for (const [what, wrongLogins, isTrusted] of [
    ['all at once', 0, false],
    ['beside a storm of wrong sign-ins', 60, false],
    ['from a trusted address beside the storm', 60, true],
  ] as const) {
    it(`are all let in, ${what}`, async (t) => {
      const report = await letArrive({ users: USERS, withinMs: 100, wrongLogins, isTrusted });

      t.diagnostic(JSON.stringify(report));
      assert.deepEqual(report.statuses, { 200: USERS });
    });
  }
});
