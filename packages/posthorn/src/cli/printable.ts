/** These could control the terminal or reverse text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Server text on one line, with `?` for unprintable characters. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '?');
}
