/** PREVIEW: the beginning of a message's text (RFC 8970). */
import { htmlToText } from './html-text.ts';
import type { MimePart } from './mime-part.ts';
import { partText, textParts } from './part-text.ts';

/** As RFC 8970 §3.2 asks for. */
const MAX_PREVIEW_CHARACTERS = 200;
/** Text after it is not looked at: mail with long styles would cost too much. */
const MAX_PREVIEW_SOURCE_OCTETS = 64 * 1024;

/** Up to 200 characters of the first text part, white space collapsed; empty when there is no text. */
export function previewText(root: MimePart): string {
  const [part] = textParts(root);
  if (part === undefined) return '';
  const source = partText(part, MAX_PREVIEW_SOURCE_OCTETS);
  const text = part.subtype === 'html' ? htmlToText(source) : source;
  const collapsed = text.replace(/[\s\u00a0]+/g, ' ').trim();
  // By code points: a cut inside a surrogate pair would not be UTF-8.
  return [...collapsed.slice(0, 2 * MAX_PREVIEW_CHARACTERS)].slice(0, MAX_PREVIEW_CHARACTERS).join('').trim();
}
