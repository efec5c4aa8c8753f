/** Port: keeps content that arrives as a stream until it has been stored, without holding much of it in memory. */
import type { OctetSource } from '../../domain/octet-source.ts';

/** Content that is kept. Call `release` when it is no longer needed. */
export interface KeptContent extends OctetSource {
  release(): Promise<void>;
}

/** Keeps streamed content, so that it can be read again. */
export interface ContentSpool {
  /**
   * Reads the stream to its end. Throws `message-too-large` beyond `maxOctets`, `server-unavailable` and `too-many-connections` when
   * there is no room, the signal's reason, and what the stream throws; then nothing is kept and the stream is closed.
   */
  keep(
    stream: AsyncIterable<Uint8Array>,
    limits: { readonly maxOctets: number },
    signal: AbortSignal,
  ): Promise<KeptContent>;
}
