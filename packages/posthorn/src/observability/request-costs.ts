import { AsyncLocalStorage } from 'node:async_hooks';

/** A request's sums. */
export interface RequestCosts {
  readonly roundTrips: number;
  readonly sentOctets: number;
  readonly receivedOctets: number;
}

/** A request's costs. */
export interface CostsOfRequest {
  /** Attributes a step's costs, also asynchronous ones, to the request. */
  run(step: () => void): void;
  readonly sums: RequestCosts;
}

/** Adds costs to the current request. */
export interface CostCounter {
  begin(): CostsOfRequest;
  /** Ignored outside requests. */
  add(costs: RequestCosts): void;
}

/** An empty counter. */
export function createCostCounter(): CostCounter {
  const current = new AsyncLocalStorage<{ -readonly [Name in keyof RequestCosts]: number }>();
  return {
    begin() {
      const sums = { roundTrips: 0, sentOctets: 0, receivedOctets: 0 };
      return { sums, run: (step) => current.run(sums, step) };
    },
    add({ roundTrips, sentOctets, receivedOctets }) {
      const sums = current.getStore();
      if (sums === undefined) return;
      sums.roundTrips += roundTrips;
      sums.sentOctets += sentOctets;
      sums.receivedOctets += receivedOctets;
    },
  };
}
