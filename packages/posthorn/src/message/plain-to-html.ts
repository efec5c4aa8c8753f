/** Writes plain text as HTML. */

const LINE_END = /\r\n?/g;

/** The text so that HTML shows it, line breaks included; nothing of it is markup. One character after the other: the text may have millions. */
export function plainToHtml(plain: string): string {
  return plain
    .replace(LINE_END, '\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br />\n');
}
