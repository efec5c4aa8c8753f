/** HTML that is nothing but text. */
import { htmlToWords } from '../../message/html-to-text.ts';

/** The text that a reader of the HTML sees, as HTML with line breaks and no other element. It is never longer than the HTML, so nothing is cut. */
export function toPlainHtml(html: string): string {
  const text = htmlToWords(html, html.length);
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '<br />');
}
