/** Puts the body texts of a message together from the contents of its text parts. */
import type { BodyPart } from '../domain/body-structure.ts';
import type { MessageBody } from '../domain/message-body.ts';
import type { MessageParts } from './message-parts.ts';
import { decodePartText } from './part-text.ts';

/** Octets of all body texts together, as they travel; about a million characters of text and as much HTML. */
export const MAX_BODY_OCTETS = 3 * 1024 * 1024;

export type BodyTexts = Pick<MessageBody, 'textPlain' | 'textHtml' | 'truncated'>;

export type TextParts = Pick<MessageParts, 'plain' | 'html'>;

/** A text part and how much of it is read. */
export interface TextPortion {
  readonly part: BodyPart;
  /** Octets from the first on, before decoding. */
  readonly octets: number;
}

/** What to read for the texts: the parts from the first on, as far as the bound reaches. */
export function bodyTextPortions({ plain, html }: TextParts): readonly TextPortion[] {
  const portions: TextPortion[] = [];
  let left = MAX_BODY_OCTETS;
  for (const part of [...plain, ...html]) {
    if (left <= 0) break;
    const octets = Math.min(left, Math.max(part.octets, 1));
    portions.push({ part, octets });
    left -= octets;
  }
  return portions;
}

/** The texts of the parts, from their contents by path. A part without content is left out. */
export function toBodyTexts(
  { plain, html }: TextParts,
  contents: ReadonlyMap<string, Uint8Array>,
): BodyTexts {
  const textOf = (parts: readonly BodyPart[]) =>
    parts
      .flatMap((part) => {
        const octets = contents.get(part.path);
        return octets ? [decodePartText(octets, part)] : [];
      })
      .join('\n');
  return { textPlain: textOf(plain), textHtml: textOf(html), truncated: truncatedTexts({ plain, html }) };
}

/** The plain texts come first, so that HTML is cut before them. */
function truncatedTexts({ plain, html }: TextParts): BodyTexts['truncated'] {
  const octetsOf = (parts: readonly BodyPart[]) => parts.reduce((sum, part) => sum + part.octets, 0);
  const plainOctets = octetsOf(plain);
  const htmlOctets = octetsOf(html);
  return [
    ...(plainOctets > MAX_BODY_OCTETS ? (['textPlain'] as const) : []),
    ...(htmlOctets > 0 && plainOctets + htmlOctets > MAX_BODY_OCTETS ? (['textHtml'] as const) : []),
  ];
}
