const LINE_BREAKS = /[\t\r\n\u0085\u2028\u2029]+/g;
/** `moc.knab` would look like `bank.com`. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/**
 * Line breaks and tabs become spaces; control characters and direction controls go. Marks such as U+200F
 * stay.
 */
export function toSingleLine(text: string): string {
  return text.replace(LINE_BREAKS, ' ').replace(CONTROLS, '').replace(DIRECTIONS, '');
}
