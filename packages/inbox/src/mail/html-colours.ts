const COLOURS = /\bbgcolor=|<font[^>]*\bcolor=|style="[^"]*\b(?:color|background(?:-color|-image)?)\s*:/i;

/** False for mail with its own colours, which assumes a white page. */
export function canTakeColours(html: string): boolean {
  return !COLOURS.test(html);
}
