export const MAX_SUBJECT_CHARACTERS = 1_000;
export const MAX_NAME_CHARACTERS = 200;
const BLANKS = /[\s\u0085\u2028\u2029]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;
const PARTED = /[\ud800-\udbff]$/;

/** One line without control characters and lone surrogates; `maxCharacters` in UTF-16 code units. */
export function fitFieldText(text: string, maxCharacters: number): string {
  const line = cutText(text, maxCharacters).replace(BLANKS, ' ').replace(CONTROLS, '');
  return line.toWellFormed().trim();
}

/** Cuts a text between characters. */
export function cutText(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : text.slice(0, maxCharacters).replace(PARTED, '');
}
