import type { OwnerKey } from '../../domain/rights/principal.ts';
import type { OctetSource } from '../../domain/values/octet-source.ts';

/** Stored content. `release` it after use. */
export interface KeptContent extends OctetSource {
  release(): Promise<void>;
}

/** A stream and its limit. */
export interface StreamedContent {
  readonly stream: AsyncIterable<Uint8Array>;
  readonly maxOctets: number;
  /** Bounds an owner's share. */
  readonly owner: OwnerKey;
}

/** Stores streams for repeated reading. */
export interface ContentSpool {
  /**
   * Reads the stream to its end. Throws `message-too-large`, `server-unavailable` and `too-many-connections` when
   * full, `rate-limited` for a full share, the signal's reason, and stream errors; then the stream is closed and
   * nothing stored.
   */
  keep(content: StreamedContent, signal: AbortSignal): Promise<KeptContent>;
}
