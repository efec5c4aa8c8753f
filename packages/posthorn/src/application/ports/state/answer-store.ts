import type { PortMethods } from './port-methods.ts';

/** A response as sent. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  /** Of a streamed request body. */
  readonly bodyDigest?: string;
}

/** A request to execute once. Both are digests of 43 characters. */
export interface KeyedRequest {
  readonly key: string;
  /** Other requests with the key have another. */
  readonly fingerprint: string;
}

/** An earlier request. */
export interface BegunRequest {
  readonly fingerprint: string;
  /** Null: in progress. */
  readonly answer: StoredAnswer | null;
}

/** Responses by Idempotency-Key, for a day or until evicted. Throws MailError. */
export interface AnswerStore {
  /**
   * The earlier request, or null after beginning this one. One of simultaneous callers in all processes
   * begins. `owner`: the process, named anew at each start.
   */
  begin(request: KeyedRequest & { readonly owner: string }): Promise<BegunRequest | null>;

  /** Of a request that the caller began. */
  finish(finished: { readonly key: string; readonly answer: StoredAnswer }): Promise<void>;

  /** Like `finish`; a repeat is then a new attempt. */
  forget(key: string): Promise<void>;

  /** For a terminated process. Its unanswered requests are not repeated for an hour: their progress is unknown. */
  abandon(owner: string): Promise<void>;
}

export const ABANDONED_REQUEST_MS = 60 * 60_000;

export const ANSWER_STORE: PortMethods<AnswerStore> = {
  begin: true,
  finish: true,
  forget: true,
  abandon: true,
};
