import { htmlToWords } from '../../message/texts/html-to-text.ts';

/** Visible text as HTML with line breaks, never longer than the original. */
export function toPlainHtml(html: string): string {
  const text = htmlToWords(html, html.length);
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '<br />');
}
