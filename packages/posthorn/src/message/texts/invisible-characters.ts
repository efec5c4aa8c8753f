/** For a character class: soft hyphens, joiners, direction marks, fillers, tags. */
export const WITHOUT_INK =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb';
/** Newsletters end previews with hundreds. */
const PADDING = new RegExp(`(?:[${WITHOUT_INK}][ \\u00a0]*){3,}`, 'gu');

/** Runs of invisible characters and spaces become one space. */
export function withoutPadding(text: string): string {
  return text.replace(PADDING, ' ');
}
