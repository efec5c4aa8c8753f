import type { DraftChange } from '../../../domain/messages/message-draft.ts';
import { type Attributes, readAttributes, readText } from '../request/request-attributes.ts';

/** Pictures in the HTML count. */
export const BODY_LIMIT_OCTETS = 5_000_000;

export type BodyChange = Pick<DraftChange, 'textPlain' | 'textHtml'>;

/**
 * Reads `{ data: { attributes: { textPlain, textHtml } } }`. A blank text beside another counts as missing: clients
 * send all members. Throws `invalid-document` for non-strings.
 */
export function readMessageBody(body: unknown): BodyChange {
  const attributes = readAttributes(body);
  const [textPlain, textHtml] = [readGiven(attributes, 'textPlain'), readGiven(attributes, 'textHtml')];
  if (textPlain === undefined) return textHtml === undefined ? {} : { textHtml };
  if (textHtml === undefined) return { textPlain };
  if (isBlank(textPlain)) return { textHtml };
  return isBlank(textHtml) ? { textPlain } : { textPlain, textHtml };
}

function readGiven(attributes: Attributes, name: string): string | undefined {
  return readText(attributes, name) ?? undefined;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
