import type { BlockedContent, RemoteImages } from '../../domain/messages/remote-content.ts';

/** Safe HTML and its blocked content. */
export interface SanitizedHtml {
  readonly html: string;
  readonly isTruncated: boolean;
  readonly blocked: BlockedContent;
}

/** Received HTML and options. */
export interface ReceivedHtml {
  readonly html: string;
  readonly images: RemoteImages;
}

/** Sanitises received HTML. */
export interface HtmlSanitizer {
  /**
   * A bounded fragment without scripts, forms, frames, outside style effects, and remote content (except
   * images with `allow`). Throws `server-unavailable` under overload, and the signal's reason.
   */
  sanitize(received: ReceivedHtml, signal: AbortSignal): Promise<SanitizedHtml>;
}
