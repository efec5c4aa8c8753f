/** Port: what the mail servers cost a request, beyond connecting and signing in. */

/** One exchange with a mail server. */
export interface Traffic {
  /** Times that the caller waited for the server. */
  readonly roundTrips: number;
  readonly sentOctets: number;
  readonly receivedOctets: number;
}

export interface TrafficMeter {
  /** Adds an exchange to the request that it was made for, which is known by its signal. */
  add(signal: AbortSignal, traffic: Traffic): void;
}
