import { htmlToText } from './html-text.ts';
import type { MimePart } from './mime-part.ts';
import { partText, textParts } from './part-text.ts';

/** RFC 8970 §3.2. */
const MAX_PREVIEW_CHARACTERS = 200;
/** Long styles would cost too much. */
const MAX_PREVIEW_SOURCE_OCTETS = 64 * 1024;

/** Of the first text part. */
export function previewText(root: MimePart): string {
  const [part] = textParts(root);
  if (part === undefined) return '';
  const source = partText(part, MAX_PREVIEW_SOURCE_OCTETS);
  const text = part.subtype === 'html' ? htmlToText(source) : source;
  const collapsed = text.replace(/[\s\u00a0]+/g, ' ').trim();
  // Never splits a surrogate pair.
  return [...collapsed.slice(0, 2 * MAX_PREVIEW_CHARACTERS)].slice(0, MAX_PREVIEW_CHARACTERS).join('').trim();
}
