/** Addresses in v0's writes: objects with `address` and `name`, bare or as JSON text. */
import { parseAddressSpec } from '../../../domain/values/address-spec.ts';
import type { MailAddress } from '../../../domain/values/mail-address.ts';
import { isJsonObject, parseJson } from '../../request/json-object.ts';
import { type Attributes, invalidAttribute } from '../request/request-attributes.ts';

const MAX_SHOWN = 5;
const MAX_SHOWN_CHARACTERS = 100;

/**
 * Undefined when missing; null when empty, which removes the header field. Skips entries without an address
 * and malformed JSON. Throws `invalid-document` for numbers, booleans and invalid addresses, naming them.
 */
export function readAddressList(
  attributes: Attributes,
  name: string,
): readonly MailAddress[] | null | undefined {
  const addresses = readEntries(attributes, name);
  if (!addresses) return addresses;
  refuseInvalid(addresses, name);
  return addresses;
}

/** Like `readAddressList`, for one address. */
export function readAddress(attributes: Attributes, name: string): MailAddress | null | undefined {
  const addresses = readEntries(attributes, name);
  if (!addresses) return addresses;
  const [first] = addresses;
  refuseInvalid(first ? [first] : [], name);
  return first;
}

function readEntries(attributes: Attributes, name: string): readonly MailAddress[] | null | undefined {
  const value = attributes[name];
  if (value === undefined) return undefined;
  const addresses = [decode(value, name)].flat().flatMap(toAddress);
  return addresses.length === 0 ? null : addresses;
}

/** A name with a comma arrives as several entries; the error shows the invalid ones. */
function refuseInvalid(addresses: readonly MailAddress[], name: string): void {
  const invalid = addresses.flatMap(({ address }) =>
    parseAddressSpec(address) === undefined ? [address] : [],
  );
  if (invalid.length === 0) return;
  const shown = invalid.slice(0, MAX_SHOWN).map((address) => JSON.stringify(shorten(address)));
  const others = invalid.length > MAX_SHOWN ? ` and ${invalid.length - MAX_SHOWN} more` : '';
  throw invalidAttribute(name, `must have valid e-mail addresses, unlike ${shown.join(', ')}${others}`);
}

function shorten(text: string): string {
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}...` : text;
}

function decode(value: unknown, name: string): unknown {
  if (typeof value === 'string') return parseJson(value);
  if (typeof value === 'object') return value;
  throw invalidAttribute(name, 'must be an address or a list of addresses, or the text of one in JSON');
}

function toAddress(entry: unknown): readonly MailAddress[] {
  if (!isJsonObject(entry) || typeof entry.address !== 'string') return [];
  const text = entry.address.trim();
  const { address, name: typedName } = readTyped(text);
  if (address === '') return [];
  const name = typeof entry.name === 'string' ? entry.name.trim() : '';
  // Answers show the address for a missing name; clients return it.
  const isRepeated = name === '' || name === text || name === address;
  return [{ address, name: unquote(isRepeated ? typedName : name) }];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f]/;

/** Clients send `Bob <bob@example.org>` as the address. */
function readTyped(text: string): MailAddress {
  const start = text.endsWith('>') && !CONTROLS.test(text) ? text.lastIndexOf('<') : -1;
  if (start === -1) return { address: text, name: '' };
  return { address: text.slice(start + 1, -1).trim(), name: text.slice(0, start).trim() };
}

/** Older servers left quotes around names. */
function unquote(name: string): string {
  const isQuoted = name.length >= 2 && name.startsWith('"') && name.endsWith('"');
  return isQuoted ? name.slice(1, -1) : name;
}
