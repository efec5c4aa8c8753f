/** Counts the costs of each request at mail servers. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Sums over the commands of a request. */
export interface RequestCosts {
  readonly roundTrips: number;
  readonly sentOctets: number;
  readonly receivedOctets: number;
}

/** The costs of one request. */
export interface CostsOfRequest {
  /** Runs a step of the request. Costs that are added by anything that it begins are costs of the request. */
  run(step: () => void): void;
  /** The sums so far. */
  readonly sums: RequestCosts;
}

/** Adds costs to the request that runs. */
export interface CostCounter {
  begin(): CostsOfRequest;
  /** Outside of requests, nothing is counted. */
  add(costs: RequestCosts): void;
}

/** A counter that has counted nothing. */
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
