import { htmlToText } from '../../message/texts/html-to-text.ts';
import { withinHtmlBounds } from './html-bounds.ts';

/** For displayed text. */
const MAX_CHARACTERS = 1_000_000;

/** Visible text with line feeds. Never throws. */
export function readHtmlText(html: string): string {
  return htmlToText(withinHtmlBounds(html), MAX_CHARACTERS);
}
