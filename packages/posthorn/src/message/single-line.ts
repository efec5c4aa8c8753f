/** Makes text of a header field safe for one line: no line breaks, no control characters. */

const LINE_BREAKS = /[\t\r\n\u0085\u2028\u2029]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/** The text with each run of line breaks and tabs as one space and all other control characters removed. */
export function toSingleLine(text: string): string {
  return text.replace(LINE_BREAKS, ' ').replace(CONTROLS, '');
}
