/** The server derives the other text. */
export type WrittenText = { readonly textPlain: string } | { readonly textHtml: string };

/** The text below the author's. */
export interface QuotedText {
  readonly plain: string;
  readonly html: string;
}

/** HTML above quoted HTML, else plain text. */
export function draftTexts(words: string, quoted: QuotedText | null): WrittenText {
  if (quoted === null || (quoted.plain === '' && quoted.html === '')) return { textPlain: words };
  if (quoted.html === '') return { textPlain: words === '' ? quoted.plain : `${words}\n\n${quoted.plain}` };
  return { textHtml: `${wordsToHtml(words)}${quoted.html}` };
}

/** Makes paragraphs of empty lines, breaks of others. */
export function wordsToHtml(words: string): string {
  return words
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
