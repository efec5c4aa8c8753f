/** Port: keeps the answers to requests with an Idempotency-Key. */

/** An answer as it was sent. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for none. */
  readonly body: Uint8Array | null;
  /** Of the request's body, where that came as a stream: the fingerprint says only how long it was. */
  readonly bodyDigest?: string;
}

/** A request that is to be done once. Both texts are digests of 43 characters and reveal nothing. */
export interface KeyedRequest {
  readonly key: string;
  /** Distinguishes it from another request of the same key. */
  readonly fingerprint: string;
}

/** A request that was begun before. */
export interface BegunRequest {
  readonly fingerprint: string;
  /** Null while it is under way. */
  readonly answer: KeptAnswer | null;
}

/**
 * Remembers requests by their keys, for a day or as long as there is room. The default is the memory of the process; one in a database
 * serves several processes. All methods throw MailError.
 */
export interface AnswerStore {
  /**
   * Returns the request of this key that was begun before; null when there is none, and this one has begun. Of several callers at the
   * same time, in any process, one begins. A request that its process has abandoned is forgotten after an hour.
   */
  begin(request: KeyedRequest): Promise<BegunRequest | null>;

  /** Keeps the answer of the request of this key, which the caller has begun. */
  finish(finished: { readonly key: string; readonly answer: KeptAnswer }): Promise<void>;

  /** Forgets the request of this key, which the caller has begun: a repeat is a new attempt. */
  forget(key: string): Promise<void>;
}
