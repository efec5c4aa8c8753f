/** Makes the preview of a message from the beginnings of its text parts. */
import type { BodyPart } from '../domain/body-structure.ts';
import type { PreviewOptions } from '../domain/message-query.ts';
import type { TextPortion } from './body-texts.ts';
import { selectMessageParts } from './message-parts.ts';
import { decodePartText } from './part-text.ts';
import { toPreviewText } from './preview-text.ts';

/** Octets that hold a preview: little for text, more for HTML, which begins with its styles. */
const PLAIN_OCTETS = 4 * 1024;
const HTML_OCTETS = 16 * 1024;

/** What to read for a preview: the beginning of the first text part of each kind, in the order of precedence. */
export function previewPortions(structure: BodyPart, { sources }: PreviewOptions): readonly TextPortion[] {
  const selected = selectMessageParts(structure);
  const parts = sources.flatMap((source) => selected[source].slice(0, 1));
  return parts.map((part) => ({ part, octets: isHtml(part) ? HTML_OCTETS : PLAIN_OCTETS }));
}

/** The first preview that is not blank, from the contents of the portions by path; empty when there is none. */
export function toPreview(
  portions: readonly TextPortion[],
  contents: ReadonlyMap<string, Uint8Array>,
  { maxCharacters }: PreviewOptions,
): string {
  for (const { part } of portions) {
    const octets = contents.get(part.path);
    const mediaType = isHtml(part) ? 'text/html' : 'text/plain';
    const text = octets ? toPreviewText(decodePartText(octets, part), mediaType, maxCharacters) : '';
    if (text !== '') return text;
  }
  return '';
}

function isHtml({ mediaType }: BodyPart): boolean {
  return mediaType === 'text/html';
}
