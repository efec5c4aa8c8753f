/** The HTML reader: takes the text out of the tokens of HTML. */
import type { HtmlReader } from '../../application/ports/html-reader.ts';
import { htmlToText } from '../../message/html-to-text.ts';

/** Readers show no more of a plain text. */
const MAX_CHARACTERS = 1_000_000;

/** Creates an HTML reader. It needs no state and no DOM. */
export function createHtmlReader(): HtmlReader {
  return { toText: (html) => htmlToText(html, MAX_CHARACTERS) };
}
