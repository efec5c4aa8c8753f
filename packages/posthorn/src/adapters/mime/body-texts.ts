import type { DraftChange } from '../../domain/messages/message-draft.ts';
import { htmlToText } from '../../message/texts/html-to-text.ts';
import { plainToHtml } from '../../message/texts/plain-to-html.ts';

/** A message's texts. */
export interface BodyTexts {
  readonly plain: string;
  readonly html: string | undefined;
}

const MAX_PLAIN_CHARACTERS = 1_000_000;
/** Both texts; a blank one is derived. Plain text stays alone unless there was HTML. */
export function toBodyTexts(change: DraftChange, hadHtml: boolean): BodyTexts {
  const plain = withoutBlank(change.textPlain);
  const html = withoutBlank(change.textHtml);
  if (html !== '') return { plain: plain === '' ? htmlToText(html, MAX_PLAIN_CHARACTERS) : plain, html };
  return { plain, html: plain !== '' && hadHtml ? plainToHtml(plain) : undefined };
}

function withoutBlank(text = ''): string {
  return text.trim() === '' ? '' : text;
}
