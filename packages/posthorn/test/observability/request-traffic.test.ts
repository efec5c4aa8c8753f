import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRequestTraffic } from '../../src/observability/request-traffic.ts';

const ONE = { roundTrips: 1, sentOctets: 10, receivedOctets: 100 };

describe('RequestTraffic', () => {
  it('sums what a request causes and keeps requests apart', () => {
    const traffic = createRequestTraffic();
    const [first, second, idle] = [1, 2, 3].map(() => new AbortController().signal) as [
      AbortSignal,
      AbortSignal,
      AbortSignal,
    ];

    traffic.add(first, ONE);
    traffic.add(second, ONE);
    traffic.add(first, ONE);

    assert.deepEqual(
      [first, second, idle].map((signal) => traffic.sums(signal)),
      [
        { roundTrips: 2, sentOctets: 20, receivedOctets: 200 },
        ONE,
        { roundTrips: 0, sentOctets: 0, receivedOctets: 0 },
      ],
    );
  });
});
