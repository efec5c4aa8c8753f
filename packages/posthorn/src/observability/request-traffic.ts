/** Counts per request what the mail servers cost. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** The sums of one request. */
export interface TrafficSums {
  roundTrips: number;
  sentOctets: number;
  receivedOctets: number;
}

export interface RequestTraffic {
  /** Runs what belongs to one request; everything that it awaits or starts is counted for it. */
  run(work: () => void): void;
  /** Adds to the sums of the request that is being answered, if one is. */
  add(traffic: Readonly<TrafficSums>): void;
  /** The sums of the request so far; zeros outside of requests. */
  sums(): Readonly<TrafficSums>;
}

const NOTHING: Readonly<TrafficSums> = { roundTrips: 0, sentOctets: 0, receivedOctets: 0 };

export function createRequestTraffic(): RequestTraffic {
  const storage = new AsyncLocalStorage<TrafficSums>();
  return {
    run: (work) => storage.run({ ...NOTHING }, work),
    add({ roundTrips, sentOctets, receivedOctets }) {
      const sums = storage.getStore();
      if (!sums) return;
      sums.roundTrips += roundTrips;
      sums.sentOctets += sentOctets;
      sums.receivedOctets += receivedOctets;
    },
    sums: () => storage.getStore() ?? NOTHING,
  };
}
