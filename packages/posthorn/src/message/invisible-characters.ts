/** Characters that nothing shows. */

/** Soft hyphens, joiners, marks of direction, fillers, tags: the inside of a class of a regular expression. */
export const WITHOUT_INK =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb';
/** Real text has one or two beside each other. Newsletters have hundreds, so that programs show no more than the first words. */
const PADDING = new RegExp(`(?:[${WITHOUT_INK}][ \\u00a0]*){3,}`, 'gu');

/** The text with runs of invisible characters, and the spaces between them, as one space. */
export function withoutPadding(text: string): string {
  return text.replace(PADDING, ' ');
}
