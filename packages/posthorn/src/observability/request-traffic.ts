/** Counts per request what the mail servers cost. */

/** The sums of one request. */
export interface TrafficSums {
  readonly roundTrips: number;
  readonly sentOctets: number;
  readonly receivedOctets: number;
}

/** The AbortSignal identifies a request: all of its work carries it. */
export interface RequestTraffic {
  /** Adds an exchange to the sums of the request. */
  add(signal: AbortSignal, traffic: TrafficSums): void;
  /** The sums of the request so far. */
  sums(signal: AbortSignal): TrafficSums;
}

const NOTHING: TrafficSums = { roundTrips: 0, sentOctets: 0, receivedOctets: 0 };

/** Creates the counters. The traffic of a request is forgotten with its signal. */
export function createRequestTraffic(): RequestTraffic {
  // Weak: the sums go with the request.
  const sumsBySignal = new WeakMap<AbortSignal, TrafficSums>();
  const sums = (signal: AbortSignal) => sumsBySignal.get(signal) ?? NOTHING;
  return {
    sums,
    add(signal, { roundTrips, sentOctets, receivedOctets }) {
      const before = sums(signal);
      sumsBySignal.set(signal, {
        roundTrips: before.roundTrips + roundTrips,
        sentOctets: before.sentOctets + sentOctets,
        receivedOctets: before.receivedOctets + receivedOctets,
      });
    },
  };
}
