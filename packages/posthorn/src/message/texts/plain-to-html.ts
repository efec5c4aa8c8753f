const LINE_END = /\r\n?/g;

/** Keeps line breaks. By character: texts may have millions. */
export function plainToHtml(plain: string): string {
  return plain
    .replace(LINE_END, '\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br />\n');
}
