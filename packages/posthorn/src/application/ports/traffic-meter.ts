/** Port: counts the round trips and octets of each request at mail servers, except for connecting and signing in. */

/** The round trips and octets of one command. */
export interface Traffic {
  /** Times that the caller waited for the server. */
  readonly roundTrips: number;
  readonly sentOctets: number;
  readonly receivedOctets: number;
}

/** Counts round trips and octets for each request. */
export interface TrafficMeter {
  /** Adds traffic to the request that caused it. The signal identifies the request. */
  add(signal: AbortSignal, traffic: Traffic): void;
}
