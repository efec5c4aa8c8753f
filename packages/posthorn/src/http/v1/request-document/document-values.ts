/** Values of request documents, each read at its place. A refusal says what the value must be. */
import { parseAddressSpec } from '../../../domain/address-spec.ts';
import type { HeaderField } from '../../../domain/header-field.ts';
import { isKeyword } from '../../../domain/keyword.ts';
import type { MailAddress } from '../../../domain/mail-address.ts';
import { MAX_RECIPIENTS } from '../../../domain/message-draft.ts';
import { fieldProblem, isRepeatableField, MAX_WRITTEN_FIELDS } from '../../../domain/written-field.ts';
import { isJsonObject } from '../../request/json-object.ts';
import { shorten } from '../query/query-values.ts';
import type { DocumentPlace } from './document-place.ts';

/** Returns the value, or undefined after a refusal. */
export type ValueReader<Value> = (value: unknown, place: DocumentPlace) => Value | undefined;

/** Lists of a message are short; further elements are not read. */
const MAX_ELEMENTS = 1_000;
/** Servers keep fewer keywords for a mailbox. */
const MAX_KEYWORDS = 100;
/** RFC 5321 §4.5.3.1 allows 256 octets; no address is longer than a line. */
const MAX_ADDRESS_CHARACTERS = 998;
/** A date and a time with an offset (RFC 3339), seconds may be missing. */
const ISO_DATE =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})$/;
/** What could end an id in a header field. */
const OUTSIDE_OF_ID = /[\s<>]/;

export const readBoolean: ValueReader<boolean> = (value, place) =>
  typeof value === 'boolean' ? value : place.refuse('Must be true or false.');

export const readText: ValueReader<string> = (value, place) => {
  if (typeof value !== 'string') return place.refuse('Must be a string.');
  return value.isWellFormed() ? value : place.refuse('Contains half a character (an unpaired surrogate).');
};

/** Milliseconds since 1970. */
export const readDate: ValueReader<number> = (value, place) => {
  const [text, day = ''] = (typeof value === 'string' && ISO_DATE.exec(value)) || [];
  const epochMs = text === undefined ? Number.NaN : Date.parse(text);
  // Date.parse takes the thirtieth of February for the first of March.
  const isDay = !Number.isNaN(epochMs) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  return isDay
    ? epochMs
    : place.refuse('Must be a date with time and offset, such as 2024-12-31T09:30:00+01:00.');
};

/** `{ address, name }`; the name may be missing. Other members are ignored. */
const readAddress: ValueReader<MailAddress> = (value, place) => {
  if (!isJsonObject(value)) return place.refuse('Must be an object with an address.');
  const address = readAddressText(value.address, place.at('address'));
  const name = value.name === undefined ? '' : readText(value.name, place.at('name'));
  return address === undefined || name === undefined ? undefined : { address, name };
};

/** An address, or null for none. */
export const readAddressOrNull: ValueReader<MailAddress | null> = (value, place) =>
  value === null ? null : readAddress(value, place);

export const readAddresses: ValueReader<readonly MailAddress[]> = (value, place) => {
  const addresses = readList(readAddress)(value, place);
  if (addresses === undefined || addresses.length <= MAX_RECIPIENTS) return addresses;
  return place.refuse(`Must have at most ${MAX_RECIPIENTS} addresses.`);
};

/** Message-IDs as answers show them, and as they stand in header fields. */
export const readMessageIds = readList((value, place) => {
  const text = readText(value, place);
  if (text === undefined) return undefined;
  const id = text.startsWith('<') && text.endsWith('>') ? text.slice(1, -1) : text;
  return id === '' || OUTSIDE_OF_ID.test(id) ? place.refuse('Must be a Message-ID.') : id;
});

/** Header fields that an author may write; a name that may occur once must not come twice. */
export const readHeaderFields: ValueReader<readonly HeaderField[]> = (value, place) => {
  const fields = readList(readHeaderField)(value, place);
  if (fields === undefined) return undefined;
  if (fields.length > MAX_WRITTEN_FIELDS)
    return place.refuse(`Must have at most ${MAX_WRITTEN_FIELDS} fields.`);
  const names = fields.map(({ name }) => name.toLowerCase());
  const repeated = names.findIndex((name, index) => !isRepeatableField(name) && names.indexOf(name) < index);
  if (repeated === -1) return fields;
  return place.at(repeated).at('name').refuse('A message has this field once.');
};

const readHeaderField: ValueReader<HeaderField> = (value, place) => {
  if (!isJsonObject(value)) return place.refuse('Must be an object with a name and a value.');
  const name = readText(value.name, place.at('name'));
  const text = readText(value.value, place.at('value'));
  if (name === undefined || text === undefined) return undefined;
  const field = { name, value: text };
  const refused = fieldProblem(field);
  if (refused === undefined) return field;
  const { member, problem } = refused;
  return place
    .at(member)
    .refuse(member === 'name' ? `"${shorten(name)}" ${problem}.` : `The value ${problem}.`);
};

export const readKeywords: ValueReader<readonly string[]> = (value, place) => {
  const keywords = readList(readKeyword)(value, place);
  if (keywords === undefined || keywords.length <= MAX_KEYWORDS) return keywords;
  return place.refuse(`Must have at most ${MAX_KEYWORDS} keywords.`);
};

/** A list of what `read` reads. */
export function readList<Value>(read: ValueReader<Value>): ValueReader<readonly Value[]> {
  return (value, place) => {
    if (!Array.isArray(value)) return place.refuse('Must be a list.');
    if (value.length > MAX_ELEMENTS) return place.refuse(`Must have at most ${MAX_ELEMENTS} elements.`);
    const elements = value.map((element: unknown, index) => read(element, place.at(index)));
    const known = elements.filter((element) => element !== undefined);
    return known.length === elements.length ? known : undefined;
  };
}

const readKeyword: ValueReader<string> = (value, place) =>
  typeof value === 'string' && isKeyword(value)
    ? value
    : place.refuse('Must be a keyword: an IMAP atom without a backslash.');

const readAddressText: ValueReader<string> = (value, place) => {
  const isAddress =
    typeof value === 'string' &&
    value.length <= MAX_ADDRESS_CHARACTERS &&
    value.isWellFormed() &&
    parseAddressSpec(value) !== undefined;
  return isAddress ? value : place.refuse('Must be a mail address, such as jane@example.org.');
};
