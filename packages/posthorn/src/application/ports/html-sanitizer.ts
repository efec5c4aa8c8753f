/** Port: makes received HTML safe to show. */

/** Makes HTML safe to show. */
export interface HtmlSanitizer {
  /**
   * A fragment without scripts, styles with effects outside the message, forms, frames and remote
   * calls on display. Input longer than the bound is cut first. Never throws.
   */
  sanitize(html: string): string;
}
