import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createRequestTraffic,
  type RequestTraffic,
  type TrafficSums,
} from '../../src/observability/request-traffic.ts';

const ONE = { roundTrips: 1, sentOctets: 10, receivedOctets: 100 };

describe('RequestTraffic', () => {
  it('sums what a request causes, also after waiting', async () => {
    const traffic = createRequestTraffic();

    const sums = await request(traffic, 2);

    assert.deepEqual(sums, { roundTrips: 2, sentOctets: 20, receivedOctets: 200 });
  });

  it('keeps requests apart that run at the same time', async () => {
    const traffic = createRequestTraffic();

    const all = await Promise.all([3, 1, 5].map((exchanges) => request(traffic, exchanges)));

    assert.deepEqual(
      all.map(({ roundTrips }) => roundTrips),
      [3, 1, 5],
    );
  });

  it('counts nothing outside of requests', () => {
    const traffic = createRequestTraffic();

    traffic.add(ONE);

    assert.deepEqual(traffic.sums(), { roundTrips: 0, sentOctets: 0, receivedOctets: 0 });
  });
});

/** A request with so many exchanges, one after the other; gives its sums at the end. */
function request(traffic: RequestTraffic, exchanges: number): Promise<Readonly<TrafficSums>> {
  return new Promise((resolve) => {
    traffic.run(() => void exchange(traffic, exchanges).then(() => resolve(traffic.sums())));
  });
}

async function exchange(traffic: RequestTraffic, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    traffic.add(ONE);
    await new Promise(setImmediate);
  }
}
