/** Makes the preview of a message: its first words on one line. */
import { takeCodePoints } from './code-points.ts';
import { htmlToPreview } from './html-to-text.ts';
import { WITHOUT_INK } from './invisible-characters.ts';

/** Enough text for a preview after the padding with which newsletters push their text out of it. */
const MAX_SOURCE_CHARACTERS = 20_000;

/** So much of a text holds its preview, unless most of it is padding. */
const PADDED_UNITS_PER_CHARACTER = 4;
const UNITS_PER_CODE_POINT = 2;
/** What cutting a text in the middle of a character or a gap may change of its end. */
const UNITS_AT_THE_CUT = 4;

const BLANK = '\\s\\p{Cc}\\u2800';
const GAP = new RegExp(`[${BLANK}${WITHOUT_INK}]+`, 'gu');
/** JavaScript counts U+FEFF as white space, but it has no width. */
const HAS_BLANK = new RegExp(`(?!\\ufeff)[${BLANK}]`, 'u');
/** ZWNJ and ZWJ alone between letters are spelling (Persian, Indic scripts, emoji). */
const JOINER = /^[\u200c\u200d]$/;

/** What the text is, and how much of it is wanted. */
export interface PreviewSource {
  readonly mediaType: 'text/plain' | 'text/html';
  readonly maxCharacters: number;
}

/**
 * The beginning of the text on one line, at most `maxCharacters` code points: white space folded to single spaces,
 * invisible padding removed, no space at either end, no unpaired surrogate. It is text, not HTML: escape it for HTML.
 */
export function toPreviewText(text: string, { mediaType, maxCharacters }: PreviewSource): string {
  const plain = mediaType === 'text/html' ? htmlToPreview(text, MAX_SOURCE_CHARACTERS) : text;
  return foldedBeginning(plain, maxCharacters);
}

/** Most texts begin with their preview. What follows it is folded only where the beginning is mostly padding. */
function foldedBeginning(text: string, maxCharacters: number): string {
  const beginning = fold(text.slice(0, PADDED_UNITS_PER_CHARACTER * maxCharacters));
  const isEnough = beginning.length > UNITS_PER_CODE_POINT * maxCharacters + UNITS_AT_THE_CUT;
  const folded = isEnough ? beginning : fold(text);
  return takeCodePoints(folded, maxCharacters).trimEnd();
}

function fold(text: string): string {
  return takeCodePoints(text, MAX_SOURCE_CHARACTERS).toWellFormed().replace(GAP, foldGap).trim();
}

function foldGap(gap: string, index: number): string {
  if (JOINER.test(gap) && index > 0) return gap;
  return HAS_BLANK.test(gap) ? ' ' : '';
}
