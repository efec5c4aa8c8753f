/** Closed comments separate nothing, as in browsers. */
export function withoutComments(css: string): string {
  let text = '';
  let position = 0;
  for (;;) {
    const start = css.indexOf('/*', position);
    const end = start === -1 ? -1 : css.indexOf('*/', start + 2);
    if (end === -1) return text + css.slice(position);
    text += css.slice(position, start);
    position = end + 2;
  }
}
