/** Converts HTML to text. */
export interface HtmlReader {
  /** The visible text, bounded, with LF. Throws `server-unavailable` under overload, and the signal's reason. */
  toText(html: string, signal: AbortSignal): Promise<string>;
}
