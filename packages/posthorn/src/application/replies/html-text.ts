/** Writes text into HTML. */

const ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
  ['\n', '<br />\n'],
]);

/** The text so that HTML shows it, line breaks included; nothing of it is markup. */
export function textToHtml(text: string): string {
  return text.replace(/[&<>"'\n]/g, (character) => ESCAPES.get(character) ?? character);
}
