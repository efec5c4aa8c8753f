/** Port: makes received HTML safe to show. */
import type { BlockedContent, RemoteImages } from '../../domain/remote-content.ts';

/** HTML that is safe to show, and what it lacks. */
export interface SanitizedHtml {
  readonly html: string;
  /** True when a bound left out a part of the text. */
  readonly isTruncated: boolean;
  readonly blocked: BlockedContent;
}

/** Received HTML, and whether images of other servers stay in it. */
export interface ReceivedHtml {
  readonly html: string;
  readonly images: RemoteImages;
}

/** Makes HTML safe to show. */
export interface HtmlSanitizer {
  /**
   * A fragment without scripts, styles with effects outside the message, forms, frames and calls to other servers on display; with
   * `allow`, images of other servers stay. Bounded in time and memory: what exceeds the bounds is left out. Throws
   * `server-unavailable` when there is too much to do, and the signal's reason.
   */
  sanitize(received: ReceivedHtml, signal: AbortSignal): Promise<SanitizedHtml>;
}
