export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

/** One author's lines. */
export interface TextBlock {
  readonly isQuote: boolean;
  readonly text: string;
}

/** Without trailing punctuation. */
const LINK = /\b(?:https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]}]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/gi;

/** Splits text at links. */
export function findLinks(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) });
    const [link] = match;
    pieces.push({ kind: 'link', text: link, href: /^https?:/i.test(link) ? link : `mailto:${link}` });
    end = match.index + link.length;
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}

/** Splits text into own and quoted blocks (RFC 3676 §4.5). */
export function splitQuotes(text: string): readonly TextBlock[] {
  const blocks: { isQuote: boolean; lines: string[] }[] = [];
  for (const line of text.replaceAll('\r\n', '\n').trimEnd().split('\n')) {
    const isQuote = line.startsWith('>');
    const last = blocks.at(-1);
    if (last?.isQuote === isQuote) last.lines.push(line);
    else blocks.push({ isQuote, lines: [line] });
  }
  return blocks.map(({ isQuote, lines }) => ({ isQuote, text: lines.join('\n') }));
}
