import { cutText, fitFieldText, MAX_NAME_CHARACTERS } from './field-text.ts';
import { textToHtml } from './html-text.ts';
import type { Original, OriginalTexts } from './original-message.ts';
import { showDate } from './shown-date.ts';

const MAX_QUOTED_CHARACTERS = 1_000_000;
const LINE_END = /\r\n?|\n/;
/** RFC 3676 §4.3. */
const SIGNATURE_SEPARATOR = '-- ';
const SOMEBODY = 'somebody';

/** A reply's texts: attribution line and quotation (RFC 3676 §4.5). */
export function quote(
  original: Pick<Original, 'from' | 'date'>,
  { plain, html }: OriginalTexts,
): { readonly textPlain: string; readonly textHtml?: string } {
  const attribution = attribute(original);
  const textPlain = `${attribution}\n${quotePlain(plain)}`.trimEnd();
  if (html === undefined) return { textPlain };
  const textHtml = `<p>${textToHtml(attribution)}</p>\n<blockquote type="cite">${html}</blockquote>`;
  return { textPlain, textHtml };
}

/** Prefixes lines with `> `; drops the signature and outer empty lines. */
export function quotePlain(text: string): string {
  const lines = cutText(text, MAX_QUOTED_CHARACTERS).split(LINE_END);
  const signature = lines.indexOf(SIGNATURE_SEPARATOR);
  return withoutOuterBlanks(signature === -1 ? lines : lines.slice(0, signature))
    .map(quoteLine)
    .join('\n');
}

function quoteLine(line: string): string {
  return (line.startsWith('>') ? `>${line}` : `> ${line}`).trimEnd();
}

function withoutOuterBlanks(lines: readonly string[]): readonly string[] {
  const isText = (line: string) => line.trim() !== '';
  const first = lines.findIndex(isText);
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex(isText) + 1);
}

function attribute({ from: [author] = [], date }: Pick<Original, 'from' | 'date'>): string {
  const name = fitFieldText(author?.name || author?.address || '', MAX_NAME_CHARACTERS) || SOMEBODY;
  const shown = date === undefined ? null : showDate(date);
  return shown === null ? `${name} wrote:` : `On ${shown}, ${name} wrote:`;
}
