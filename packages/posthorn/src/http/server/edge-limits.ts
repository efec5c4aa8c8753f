/** Limits on time, connections and memory of clients. */

export interface EdgeLimits {
  /** For the head (slow headers attack). */
  readonly headersTimeoutMs: number;
  /** For head and body, except file routes. */
  readonly receiveTimeoutMs: number;
  /** For any request: 100 MB at 1 Mbit/s. */
  readonly uploadTimeoutMs: number;
  /** Above the 60 s of common reverse proxies, which must close first. */
  readonly keepAliveTimeoutMs: number;
  /** Without progress in reading the answer. */
  readonly writeIdleMs: number;
  /** Octets per second of long answers, except downloads. */
  readonly leastReadRate: number;
  readonly maxUnreadOctetsPerLogin: number;
  readonly maxUnreadOctets: number;
  /** Bounds idle connections' memory. */
  readonly maxConnections: number;
  /** Per address, except trusted proxies. */
  readonly maxConnectionsPerClient: number;
}

export const DEFAULT_EDGE_LIMITS: EdgeLimits = {
  headersTimeoutMs: 10_000,
  receiveTimeoutMs: 30_000,
  uploadTimeoutMs: 900_000,
  keepAliveTimeoutMs: 65_000,
  writeIdleMs: 30_000,
  leastReadRate: 20_000,
  maxUnreadOctetsPerLogin: 64_000_000,
  maxUnreadOctets: 256_000_000,
  maxConnections: 5_000,
  maxConnectionsPerClient: 500,
};
