/** Makes text of a header field safe for one line: no line breaks, no control characters. */

const LINE_BREAKS = /[\t\r\n\u0085\u2028\u2029]+/g;
/** Embeddings, overrides and isolates of the writing direction: `moc.knab` would show as `bank.com`, and an open one would turn the rest of a row. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/**
 * The text with each run of line breaks and tabs as one space and all other control characters removed, those of the writing direction
 * among them: letters have a direction of their own, and marks such as U+200F stay.
 */
export function toSingleLine(text: string): string {
  return text.replace(LINE_BREAKS, ' ').replace(CONTROLS, '').replace(DIRECTIONS, '');
}
