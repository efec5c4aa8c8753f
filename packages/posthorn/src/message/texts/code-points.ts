/** Takes at most `max` code points. */
export function takeCodePoints(text: string, max: number): string {
  if (text.length <= max) return text;
  let length = 0;
  for (let count = 0; count < max && length < text.length; count++) {
    length += (text.codePointAt(length) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, length);
}
