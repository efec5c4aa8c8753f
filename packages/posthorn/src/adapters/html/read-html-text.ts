/** Takes the text out of HTML. */
import { htmlToText } from '../../message/html-to-text.ts';
import { withinHtmlBounds } from './html-bounds.ts';

/** Readers show no more of a plain text. */
const MAX_CHARACTERS = 1_000_000;

/** The text that a reader of the HTML sees, with `\n` for line breaks. Needs no DOM; never throws. */
export function readHtmlText(html: string): string {
  return htmlToText(withinHtmlBounds(html), MAX_CHARACTERS);
}
