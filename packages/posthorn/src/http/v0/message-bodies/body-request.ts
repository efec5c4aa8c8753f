/** The texts of a message as writes of v0 give them. */
import type { DraftChange } from '../../../domain/message-draft.ts';
import { type Attributes, readAttributes, readText } from '../request/request-attributes.ts';

/** Texts of a book's length; pictures in the HTML are taken as attachments. */
export const BODY_LIMIT_OCTETS = 5_000_000;

export type BodyChange = Pick<DraftChange, 'textPlain' | 'textHtml'>;

/**
 * The texts of `{ data: { attributes: { textPlain, textHtml } } }`. One that is blank beside another that is not counts as
 * missing: clients send all members of a new message, the empty ones, too. Throws `invalid-document` for texts that are no strings.
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
