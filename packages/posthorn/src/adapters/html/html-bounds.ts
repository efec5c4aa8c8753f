/** Bounds of received HTML. What exceeds them is left out before parsing. */

/** Mail programs send less; parsing takes time and about twenty times the memory. */
const MAX_CHARACTERS = 1_048_576;
/** Each may begin a tag, which costs far more than a character of text. The largest newsletters have some ten thousand. */
const MAX_LESS_THAN_SIGNS = 100_000;

/** The beginning of the HTML that fits into the bounds; the HTML itself when all of it does. */
export function withinHtmlBounds(html: string): string {
  return beforeManyTags(html.slice(0, MAX_CHARACTERS));
}

function beforeManyTags(html: string): string {
  let position = -1;
  for (let count = 0; count < MAX_LESS_THAN_SIGNS; count += 1) {
    position = html.indexOf('<', position + 1);
    if (position === -1) return html;
  }
  return html.slice(0, position);
}
