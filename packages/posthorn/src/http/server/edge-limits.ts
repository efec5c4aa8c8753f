/** What one server grants to clients: time, connections, memory. */

export interface EdgeLimits {
  /** For the head of a request: a client that needs longer holds a socket for nothing (slow headers). */
  readonly headersTimeoutMs: number;
  /** The same for a whole request with its body; routes for files set their own. */
  readonly receiveTimeoutMs: number;
  /** For any request: a hundred megabytes over a megabit a second. */
  readonly uploadTimeoutMs: number;
  /** Idle connections between requests; longer than the 60 s of common reverse proxies, so that these close first. */
  readonly keepAliveTimeoutMs: number;
  /** How long a client may take nothing of its answer. */
  readonly writeIdleMs: number;
  /** The least rate at which a long answer has to be taken, in octets per second. A download, which is never in memory, has none. */
  readonly leastReadRate: number;
  /** What stands in memory for one login because it has not been read yet. */
  readonly maxUnreadOctetsPerLogin: number;
  /** The same sum over all logins. */
  readonly maxUnreadOctets: number;
  /** Of all clients: bounds the memory that idle ones take. */
  readonly maxConnections: number;
  /** Of one address that is no trusted proxy, so that nobody takes all of them. */
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
