/** Parsing takes 20 times the memory. */
const MAX_CHARACTERS = 1_048_576;
/** Tags cost far more than text; the largest newsletters have 10,000. */
const MAX_LESS_THAN_SIGNS = 100_000;
/** References are parsed singly. The shortest has four characters (`&lt;`). */
const MAX_AMPERSANDS = MAX_CHARACTERS / 4;

/** The part within the bounds. */
export function withinHtmlBounds(html: string): string {
  const tagged = beforeMany(html.slice(0, MAX_CHARACTERS), '<', MAX_LESS_THAN_SIGNS);
  return beforeMany(tagged, '&', MAX_AMPERSANDS);
}

function beforeMany(html: string, character: string, max: number): string {
  let position = -1;
  for (let count = 0; count < max; count += 1) {
    position = html.indexOf(character, position + 1);
    if (position === -1) return html;
  }
  return html.slice(0, position);
}
