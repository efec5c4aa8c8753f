/** Port: reads HTML as text. */

/** Turns HTML into text. */
export interface HtmlReader {
  /**
   * The text that a reader of the HTML sees, with `\n` for line breaks. Bounded. Throws `server-unavailable` when too much is to be
   * done, and the signal's reason.
   */
  toText(html: string, signal: AbortSignal): Promise<string>;
}
