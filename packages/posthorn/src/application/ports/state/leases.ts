import type { PortMethods } from './port-methods.ts';

/** A lease request. */
export interface LeaseRequest {
  /** Granted together; each once, in any order. */
  readonly keys: readonly string[];
  /** Named anew at each start. */
  readonly owner: string;
  readonly ttlMs: number;
  /** True: `store-unavailable` while the database is away; else the process grants it alone. */
  readonly needsStore?: boolean;
}

/** Granted rights. */
export interface Lease {
  readonly keys: readonly string[];
  readonly owner: string;
  /** A fencing token, greater than in earlier leases. */
  readonly epoch: number;
}

/**
 * Exclusive rights among owners in all processes. A new lease invalidates the owner's earlier one for its keys.
 * Throws MailError.
 */
export interface Leases {
  /** Null while another owner has a key. */
  acquire(request: LeaseRequest): Promise<Lease | null>;

  /** Extends to `ttlMs` from now. False, without a change, if any key has expired or is invalid. */
  renew(renewal: Lease & { readonly ttlMs: number }): Promise<boolean>;

  /** Keeps later leases of the keys. */
  release(lease: Lease): Promise<void>;

  /** For a terminated process. */
  abandon(owner: string): Promise<void>;
}

export const LEASES: PortMethods<Leases> = { acquire: true, renew: true, release: true, abandon: true };
