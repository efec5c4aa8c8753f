/** Port: reads HTML as text. */

/** Turns HTML into text. */
export interface HtmlReader {
  /** The text that a reader of the HTML sees, with `\n` for line breaks. Bounded; never throws. */
  toText(html: string): string;
}
