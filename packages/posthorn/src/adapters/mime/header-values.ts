import type { HeaderField } from '../../domain/messages/header-field.ts';
import { type DraftHeader, MAX_RECIPIENTS } from '../../domain/messages/message-draft.ts';
import { fieldProblem, isPlainValue, MAX_WRITTEN_FIELDS } from '../../domain/messages/written-field.ts';
import type { MailAddress } from '../../domain/values/mail-address.ts';
import { toAddressSpec } from './address-spec.ts';
import { encodePhrase, encodeText } from './mime-encoding.ts';
import { invalidDocument, toFieldText, toIdList } from './written-text.ts';

const MAX_REFERENCES = 100;
/** RFC 5322 §3.3. */
const FIRST_DATE_MS = Date.UTC(1900, 0);
const LAST_DATE_MS = Date.UTC(9999, 11, 31);

/** Null removes a field. Throws `invalid-document`. */
export function writeFields(header: DraftHeader): ReadonlyMap<string, string | null> {
  const values = {
    Date: writeValue(header.dateMs, writeDate),
    Subject: writeValue(header.subject, (subject) => encodeText(toFieldText(subject, 'The subject'))),
    From: writeValue(header.from, (from) => writeAddresses([from])),
    'Reply-To': writeValue(header.replyTo, (replyTo) => writeAddresses([replyTo])),
    To: writeValue(header.to, writeAddresses),
    Cc: writeValue(header.cc, writeAddresses),
    Bcc: writeValue(header.bcc, writeAddresses),
    'In-Reply-To': writeValue(header.inReplyTo, writeIds),
    References: writeValue(header.references, writeIds),
  };
  return new Map(Object.entries(values).flatMap(toEntry));
}

/** Throws `invalid-document` for fields that authors must not write. */
export function writeOtherFields(fields: readonly HeaderField[]): readonly HeaderField[] {
  if (fields.length > MAX_WRITTEN_FIELDS) {
    throw invalidDocument(`The message has more than ${MAX_WRITTEN_FIELDS} header fields of its author.`);
  }
  return fields.map((field) => {
    const refused = fieldProblem(field);
    if (refused) throw invalidDocument(`The ${refused.member} of a header field ${refused.problem}.`);
    const value = field.value.trim();
    // Looks like an encoded word.
    const isPlain = isPlainValue(value) && !value.includes('=?');
    return { name: field.name, value: isPlain ? value : encodeText(value) };
  });
}

function toEntry([name, value]: readonly [string, string | null | undefined]): readonly [
  string,
  string | null,
][] {
  return value === undefined ? [] : [[name, value]];
}

function writeValue<T>(value: T | null | undefined, write: (value: T) => string): string | null | undefined {
  if (value === undefined) return undefined;
  return value === null ? null : write(value) || null;
}

/** UTC, such as `Tue, 02 May 2023 14:14:14 +0000`. Throws `invalid-document` outside 1900 to 9999. */
export function writeDate(dateMs: number): string {
  if (!(dateMs >= FIRST_DATE_MS && dateMs < LAST_DATE_MS)) throw invalidDocument('The date does not exist.');
  return new Date(dateMs).toUTCString().replace('GMT', '+0000');
}

function writeAddresses(addresses: readonly MailAddress[]): string {
  if (addresses.length > MAX_RECIPIENTS) {
    throw invalidDocument(`A field has more than ${MAX_RECIPIENTS} addresses.`);
  }
  return addresses.map(writeAddress).join(', ');
}

function writeAddress({ address, name }: MailAddress): string {
  const spec = toAddressSpec(address);
  const displayName = toFieldText(name, 'A display name');
  // An address as its own name looks like spam.
  const isName = displayName !== '' && displayName.toLowerCase() !== address.trim().toLowerCase();
  return !isName ? spec : `${encodePhrase(displayName)} <${spec}>`;
}

function writeIds(ids: readonly string[]): string {
  const list = toIdList(ids);
  return (
    list.length <= MAX_REFERENCES ? list : [...list.slice(0, 1), ...list.slice(1 - MAX_REFERENCES)]
  ).join(' ');
}
