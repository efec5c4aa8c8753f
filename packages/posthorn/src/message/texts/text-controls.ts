// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** The text without control characters except TAB and LF. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, '');
}
