/** Port: keeps content that arrives as a stream until it has been stored, without holding much of it in memory. */
import type { AccountKey } from '../../domain/limit-keys.ts';
import type { OctetSource } from '../../domain/octet-source.ts';

/** Content that is kept. Call `release` when it is no longer needed. */
export interface KeptContent extends OctetSource {
  release(): Promise<void>;
}

/** Content to keep, and the bound on it. */
export interface StreamedContent {
  readonly stream: AsyncIterable<Uint8Array>;
  readonly maxOctets: number;
  /** Whose content it is: no owner may fill the spool. */
  readonly owner: AccountKey;
}

/** Keeps streamed content, so that it can be read again. */
export interface ContentSpool {
  /**
   * Reads the stream to its end. Throws `message-too-large` above `maxOctets`, `server-unavailable` and `too-many-connections` when
   * there is no room, `rate-limited` when the owner has no room left, the signal's reason, and what the stream throws; then nothing
   * is kept and the stream is closed.
   */
  keep(content: StreamedContent, signal: AbortSignal): Promise<KeptContent>;
}
