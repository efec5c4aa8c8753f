/** Bounds of received HTML. What exceeds them is left out before parsing. */

/** Mail programs send less; parsing takes time and about twenty times the memory. */
const MAX_CHARACTERS = 1_048_576;
/** Each may begin a tag, which costs far more than a character of text. The largest newsletters have some ten thousand. */
const MAX_LESS_THAN_SIGNS = 100_000;
/** Each may begin a character reference, which the parser reads as a text of its own. The shortest has four characters (`&lt;`), so that this many fill the HTML. */
const MAX_AMPERSANDS = MAX_CHARACTERS / 4;

/** The beginning of the HTML that fits into the bounds; the HTML itself when all of it does. */
export function withinHtmlBounds(html: string): string {
  const tagged = beforeMany(html.slice(0, MAX_CHARACTERS), '<', MAX_LESS_THAN_SIGNS);
  return beforeMany(tagged, '&', MAX_AMPERSANDS);
}

/** What stands before the last one of so many characters. */
function beforeMany(html: string, character: string, max: number): string {
  let position = -1;
  for (let count = 0; count < max; count += 1) {
    position = html.indexOf(character, position + 1);
    if (position === -1) return html;
  }
  return html.slice(0, position);
}
