import { MailError } from '../../domain/errors/mail-error.ts';
import { isMediaType } from '../../domain/messages/media-type.ts';

/** Bounds a field's cost. */
const MAX_CHARACTERS = 10_000;
const ID_TEXT = /^[^<>\s]+$/;
const PRINTABLE_ASCII = /^[!-~]+$/;
/** Ids do not fold; lines have 998 characters (RFC 5322 §2.1.1). */
const MAX_ID_CHARACTERS = 900;
const LINE_BREAKS = /[\t\r\n]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * Trimmed; line breaks and tabs become a space. Throws `invalid-document` for other control characters,
 * unpaired surrogates, above 10,000 characters.
 */
export function toFieldText(text: string, what: string): string {
  refuseLength(text, what);
  const line = text.replace(LINE_BREAKS, ' ').trim();
  refuseControls(line, what);
  return line;
}

/** Throws as `toFieldText`, and for tabs and line breaks. */
export function toFileName(text: string): string {
  refuseLength(text, 'A file name');
  refuseControls(text, 'A file name');
  return text;
}

/** The type in lower case. Throws `invalid-document`. */
export function toMediaType(text: string): string {
  if (!isMediaType(text)) throw invalidDocument('A media type does not have the form type/subtype.');
  return text.toLowerCase();
}

/**
 * Ids in brackets, without non-ASCII and long ones: no reply may fail over others' ids. Throws
 * `invalid-document` for control characters, white space and angle brackets.
 */
export function toIdList(ids: readonly string[]): readonly string[] {
  for (const id of ids) refuseBrokenId(id, 'A Message-ID');
  return ids.filter(isWritableId).map((id) => `<${id}>`);
}

/** The id in brackets. Throws `invalid-document` for ids that `toIdList` refuses or omits. */
export function toWrittenId(id: string, what: string): string {
  refuseBrokenId(id, what);
  if (!isWritableId(id)) throw invalidDocument(`${what} is too long or has characters outside ASCII.`);
  return `<${id}>`;
}

/** The error for unwritable documents. */
export function invalidDocument(detail: string): MailError {
  return new MailError('invalid-document', { detail });
}

function refuseBrokenId(id: string, what: string): void {
  refuseLength(id, what);
  refuseControls(id, what);
  if (!ID_TEXT.test(id))
    throw invalidDocument(`${what} is empty, or has white space or angle brackets in it.`);
}

function isWritableId(id: string): boolean {
  return id.length <= MAX_ID_CHARACTERS && PRINTABLE_ASCII.test(id);
}

function refuseLength(text: string, what: string): void {
  if (text.length > MAX_CHARACTERS)
    throw invalidDocument(`${what} is longer than ${MAX_CHARACTERS} characters.`);
}

function refuseControls(text: string, what: string): void {
  if (CONTROLS.test(text)) throw invalidDocument(`${what} contains control characters.`);
  if (!text.isWellFormed())
    throw invalidDocument(`${what} contains half a character (an unpaired surrogate).`);
}
