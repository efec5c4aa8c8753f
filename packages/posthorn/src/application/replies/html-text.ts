const ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
  ['\n', '<br />\n'],
]);

/** Escapes the text for HTML; keeps line breaks. */
export function textToHtml(text: string): string {
  return text.replace(/[&<>"'\n]/g, (character) => ESCAPES.get(character) ?? character);
}
