import type { HeaderField } from '../../../domain/messages/header-field.ts';
import { isKeyword } from '../../../domain/messages/keyword.ts';
import { MAX_RECIPIENTS } from '../../../domain/messages/message-draft.ts';
import {
  fieldProblem,
  isRepeatableField,
  MAX_WRITTEN_FIELDS,
} from '../../../domain/messages/written-field.ts';
import { parseAddressSpec } from '../../../domain/values/address-spec.ts';
import type { MailAddress } from '../../../domain/values/mail-address.ts';
import { isJsonObject } from '../../request/json-object.ts';
import { shorten } from '../query/query-values.ts';
import type { DocumentPosition } from './document-position.ts';

/** The value; undefined after a refusal. */
export type ValueReader<Value> = (value: unknown, position: DocumentPosition) => Value | undefined;

/** Longer lists are refused. */
const MAX_ELEMENTS = 1_000;
/** More than servers store for a mailbox. */
const MAX_KEYWORDS = 100;
/** A line; RFC 5321 §4.5.3.1 allows 256 octets. */
const MAX_ADDRESS_CHARACTERS = 998;
const MAX_NAME_CHARACTERS = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;
/** RFC 3339; seconds are optional. */
const ISO_DATE =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})$/;
const OUTSIDE_OF_ID = /[\s<>]/;

export const readBoolean: ValueReader<boolean> = (value, position) =>
  typeof value === 'boolean' ? value : position.refuse('Must be true or false.');

export const readText: ValueReader<string> = (value, position) => {
  if (typeof value !== 'string') return position.refuse('Must be a string.');
  return value.isWellFormed() ? value : position.refuse('Contains half a character (an unpaired surrogate).');
};

/** A name that people, logs and databases show. */
export const readName: ValueReader<string> = (value, position) => {
  const name = readText(value, position);
  if (name === undefined) return undefined;
  const isName = name.trim() !== '' && name.length <= MAX_NAME_CHARACTERS && !CONTROL_CHARACTER.test(name);
  return isName
    ? name
    : position.refuse(`Must have 1 to ${MAX_NAME_CHARACTERS} characters, and no control characters.`);
};

/** Epoch milliseconds. */
export const readDate: ValueReader<number> = (value, position) => {
  const [text, day = ''] = (typeof value === 'string' && ISO_DATE.exec(value)) || [];
  const epochMs = text === undefined ? Number.NaN : Date.parse(text);
  // Date.parse turns February 30 into March 1.
  const isDay = !Number.isNaN(epochMs) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  return isDay
    ? epochMs
    : position.refuse('Must be a date with time and offset, such as 2024-12-31T09:30:00+01:00.');
};

/** A missing name is empty; other members are ignored. */
const readAddress: ValueReader<MailAddress> = (value, position) => {
  if (!isJsonObject(value)) return position.refuse('Must be an object with an address.');
  const address = readAddressText(value.address, position.at('address'));
  const name = value.name === undefined ? '' : readText(value.name, position.at('name'));
  return address === undefined || name === undefined ? undefined : { address, name };
};

export const readAddressOrNull: ValueReader<MailAddress | null> = (value, position) =>
  value === null ? null : readAddress(value, position);

export const readAddresses: ValueReader<readonly MailAddress[]> = (value, position) => {
  const addresses = readList(readAddress)(value, position);
  if (addresses === undefined || addresses.length <= MAX_RECIPIENTS) return addresses;
  return position.refuse(`Must have at most ${MAX_RECIPIENTS} addresses.`);
};

/** With or without angle brackets. */
export const readMessageIds = readList((value, position) => {
  const text = readText(value, position);
  if (text === undefined) return undefined;
  const id = text.startsWith('<') && text.endsWith('>') ? text.slice(1, -1) : text;
  return id === '' || OUTSIDE_OF_ID.test(id) ? position.refuse('Must be a Message-ID.') : id;
});

/** Refuses a second field of those that occur once. */
export const readHeaderFields: ValueReader<readonly HeaderField[]> = (value, position) => {
  const fields = readList(readHeaderField)(value, position);
  if (fields === undefined) return undefined;
  if (fields.length > MAX_WRITTEN_FIELDS)
    return position.refuse(`Must have at most ${MAX_WRITTEN_FIELDS} fields.`);
  const names = fields.map(({ name }) => name.toLowerCase());
  const repeated = names.findIndex((name, index) => !isRepeatableField(name) && names.indexOf(name) < index);
  if (repeated === -1) return fields;
  return position.at(repeated).at('name').refuse('A message has this field once.');
};

const readHeaderField: ValueReader<HeaderField> = (value, position) => {
  if (!isJsonObject(value)) return position.refuse('Must be an object with a name and a value.');
  const name = readText(value.name, position.at('name'));
  const text = readText(value.value, position.at('value'));
  if (name === undefined || text === undefined) return undefined;
  const field = { name, value: text };
  const refused = fieldProblem(field);
  if (refused === undefined) return field;
  const { member, problem } = refused;
  return position
    .at(member)
    .refuse(member === 'name' ? `"${shorten(name)}" ${problem}.` : `The value ${problem}.`);
};

export const readKeywords: ValueReader<readonly string[]> = (value, position) => {
  const keywords = readList(readKeyword)(value, position);
  if (keywords === undefined || keywords.length <= MAX_KEYWORDS) return keywords;
  return position.refuse(`Must have at most ${MAX_KEYWORDS} keywords.`);
};

/** A list reader. */
export function readList<Value>(read: ValueReader<Value>): ValueReader<readonly Value[]> {
  return (value, position) => {
    if (!Array.isArray(value)) return position.refuse('Must be a list.');
    if (value.length > MAX_ELEMENTS) return position.refuse(`Must have at most ${MAX_ELEMENTS} elements.`);
    const elements = value.map((element: unknown, index) => read(element, position.at(index)));
    const known = elements.filter((element) => element !== undefined);
    return known.length === elements.length ? known : undefined;
  };
}

const readKeyword: ValueReader<string> = (value, position) =>
  typeof value === 'string' && isKeyword(value)
    ? value
    : position.refuse('Must be a keyword: an IMAP atom without a backslash.');

const readAddressText: ValueReader<string> = (value, position) => {
  const isAddress =
    typeof value === 'string' &&
    value.length <= MAX_ADDRESS_CHARACTERS &&
    value.isWellFormed() &&
    parseAddressSpec(value) !== undefined;
  return isAddress ? value : position.refuse('Must be a mail address, such as jane@example.org.');
};
