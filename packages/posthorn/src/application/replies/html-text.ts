const ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
  ['\n', '<br />\n'],
]);

/** Escapes text for HTML, with its line breaks. */
export function textToHtml(text: string): string {
  return text.replace(/[&<>"'\n]/g, (character) => ESCAPES.get(character) ?? character);
}
