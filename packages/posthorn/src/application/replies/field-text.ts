/** Makes text from strangers safe for header fields and single lines. */

/** Subjects are lines; more than that is no subject. */
export const MAX_SUBJECT_CHARACTERS = 1_000;
/** Names meant for people are shorter. */
export const MAX_NAME_CHARACTERS = 200;
const BLANKS = /[\s\u0085\u2028\u2029]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;
/** The first half of a character that a cut has parted from the second. */
const PARTED = /[\ud800-\udbff]$/;

/** The text on one line, without control characters and half characters, cut to that many UTF-16 code units. */
export function fitFieldText(text: string, maxCharacters: number): string {
  const line = cutText(text, maxCharacters).replace(BLANKS, ' ').replace(CONTROLS, '');
  return line.toWellFormed().trim();
}

/** The beginning of the text; no character is parted. */
export function cutText(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : text.slice(0, maxCharacters).replace(PARTED, '');
}
