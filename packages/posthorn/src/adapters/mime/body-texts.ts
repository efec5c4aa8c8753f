/** Decides which texts a message gets. */
import type { DraftChange } from '../../domain/message-draft.ts';
import { htmlToText } from '../../message/html-to-text.ts';
import { plainToHtml } from '../../message/plain-to-html.ts';

/** The texts of a message. */
export interface BodyTexts {
  readonly plain: string;
  /** Undefined for a message that is plain text only. */
  readonly html: string | undefined;
}

/** Readers show no more of a plain text; the HTML itself is written whole. */
const MAX_PLAIN_CHARACTERS = 1_000_000;
/**
 * Both texts. Blank text counts as missing; a missing one is made from the other. Plain text without HTML stays plain text,
 * unless the message had HTML so far.
 */
export function toBodyTexts(change: DraftChange, hadHtml: boolean): BodyTexts {
  const plain = withoutBlank(change.textPlain);
  const html = withoutBlank(change.textHtml);
  if (html !== '') return { plain: plain === '' ? htmlToText(html, MAX_PLAIN_CHARACTERS) : plain, html };
  return { plain, html: plain !== '' && hadHtml ? plainToHtml(plain) : undefined };
}

function withoutBlank(text = ''): string {
  return text.trim() === '' ? '' : text;
}
