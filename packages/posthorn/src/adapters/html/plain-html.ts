/** HTML that is nothing but text. */
import { htmlToText } from '../../message/html-to-text.ts';

const MAX_CHARACTERS = 1_000_000;

/** The text that a reader of the HTML sees, as HTML with line breaks and no other element. */
export function toPlainHtml(html: string): string {
  const text = htmlToText(html, MAX_CHARACTERS);
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br />');
}
