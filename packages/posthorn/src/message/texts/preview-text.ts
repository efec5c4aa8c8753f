import { takeCodePoints } from './code-points.ts';
import { htmlToPreview } from './html-to-text.ts';
import { WITHOUT_INK } from './invisible-characters.ts';

const MAX_SOURCE_CHARACTERS = 20_000;

const PADDED_UNITS_PER_CHARACTER = 4;
const UNITS_PER_CODE_POINT = 2;
const UNITS_AT_THE_CUT = 4;

const BLANK = '\\s\\p{Cc}\\u2800';
const GAP = new RegExp(`[${BLANK}${WITHOUT_INK}]+`, 'gu');
/** JavaScript's white space has U+FEFF, which has no width. */
const HAS_BLANK = new RegExp(`(?!\\ufeff)[${BLANK}]`, 'u');
/** Between letters they are spelling (Persian, Indic scripts, emoji). */
const JOINER = /^[\u200c\u200d]$/;

/** The text's type, and the preview's length. */
export interface PreviewSource {
  readonly mediaType: 'text/plain' | 'text/html';
  readonly maxCharacters: number;
}

/** One line of at most `maxCharacters` code points, without padding. Escape it for HTML. */
export function toPreviewText(text: string, { mediaType, maxCharacters }: PreviewSource): string {
  const plain = mediaType === 'text/html' ? htmlToPreview(text, MAX_SOURCE_CHARACTERS) : text;
  return foldedBeginning(plain, maxCharacters);
}

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
