import type { DraftChange } from '../../domain/messages/message-draft.ts';
import { textToHtml } from './html-text.ts';

type Texts = Pick<DraftChange, 'textPlain' | 'textHtml'>;

const END_OF_BODY = /<\/body\s*>/i;

/** Puts the author's texts above the origin's. The composer derives a missing text. */
export function writeAbove(own: Texts, origin: Texts): Texts {
  if (!hasText(own)) return textsOf(origin);
  if (!hasText(origin)) return textsOf(own);
  const textPlain =
    own.textPlain === undefined ? undefined : joinPlain(own.textPlain, origin.textPlain ?? '');
  const hasHtml = own.textHtml !== undefined || origin.textHtml !== undefined;
  const textHtml = hasHtml ? joinHtml(htmlOf(own), htmlOf(origin)) : undefined;
  return textsOf({
    ...(textPlain !== undefined && { textPlain }),
    ...(textHtml !== undefined && { textHtml }),
  });
}

function hasText({ textPlain, textHtml }: Texts): boolean {
  return textPlain !== undefined || textHtml !== undefined;
}

function textsOf({ textPlain, textHtml }: Texts): Texts {
  return { ...(textPlain !== undefined && { textPlain }), ...(textHtml !== undefined && { textHtml }) };
}

function joinPlain(own: string, origin: string): string {
  return [own.trimEnd(), origin].filter((text) => text !== '').join('\n\n');
}

function htmlOf({ textPlain = '', textHtml }: Texts): string {
  if (textHtml !== undefined) return textHtml;
  return textPlain.trim() === '' ? '' : `<p>${textToHtml(textPlain.trimEnd())}</p>`;
}

function joinHtml(own: string, origin: string): string {
  const end = own.search(END_OF_BODY);
  return end === -1
    ? [own, origin].filter((text) => text !== '').join('\n')
    : `${own.slice(0, end)}${origin}${own.slice(end)}`;
}
