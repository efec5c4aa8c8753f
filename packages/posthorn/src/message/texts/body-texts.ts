import type { BodyPart } from '../../domain/messages/body-structure.ts';
import type { BodyText, MessageBody } from '../../domain/messages/message-body.ts';
import type { MessageParts } from '../parts/message-parts.ts';
import { decodePartText } from './part-text.ts';
import { plainToHtml } from './plain-to-html.ts';

/** Encoded: about a million characters each of text and HTML. */
export const MAX_BODY_OCTETS = 3 * 1024 * 1024;

export type BodyTexts = Pick<MessageBody, 'textPlain' | 'textHtml' | 'truncated'>;

export type TextParts = Pick<MessageParts, 'plain' | 'html'>;

/** A text part, and how much to read. */
export interface TextPortion {
  readonly part: BodyPart;
  /** Encoded. */
  readonly octets: number;
}

export type HtmlToText = (html: string) => string;

/** Plain text without text/plain is derived from the HTML, which is selected then. */
export function partsOfTexts({ plain, html }: TextParts, selected: ReadonlySet<BodyText>): TextParts {
  const isHtmlNeeded = selected.has('textHtml') || (selected.has('textPlain') && plain.length === 0);
  return { plain: selected.has('textPlain') ? plain : [], html: isHtmlNeeded ? html : [] };
}

/** Within the limit; plain texts first: HTML is cut. */
export function bodyTextPortions({ plain, html }: TextParts): readonly TextPortion[] {
  const portions: TextPortion[] = [];
  let left = MAX_BODY_OCTETS;
  for (const part of new Set([...plain, ...html])) {
    if (left <= 0) break;
    const octets = Math.min(left, Math.max(part.octets, 1));
    portions.push({ part, octets });
    left -= octets;
  }
  return portions;
}

/** `contents` by path; omits missing ones. */
export function toBodyTexts(
  parts: TextParts,
  contents: ReadonlyMap<string, Uint8Array>,
  htmlToText: HtmlToText,
): BodyTexts {
  const join = (chosen: readonly BodyPart[], show: (text: string, mediaType: string) => string) =>
    chosen
      .flatMap((part) => {
        const octets = contents.get(part.path);
        return octets ? [show(decodePartText(octets, part), part.mediaType)] : [];
      })
      .join('\n');
  return {
    textPlain: join(parts.plain, (text, type) => (type === 'text/html' ? htmlToText(text) : text)),
    textHtml: join(parts.html, (text, type) =>
      type === 'text/html' ? text : `<div>${plainToHtml(text)}</div>`,
    ),
    truncated: truncatedTexts(parts),
  };
}

function truncatedTexts({ plain, html }: TextParts): BodyTexts['truncated'] {
  const read = new Map(bodyTextPortions({ plain, html }).map(({ part, octets }) => [part, octets]));
  const isCut = (part: BodyPart) => part.octets > (read.get(part) ?? 0);
  return [
    ...(plain.some(isCut) ? (['textPlain'] as const) : []),
    ...(html.some(isCut) ? (['textHtml'] as const) : []),
  ];
}
