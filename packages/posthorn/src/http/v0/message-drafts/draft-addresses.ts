/** Addresses as writes of v0 give them: objects with `address` and `name`, bare or as the text of JSON. */
import { parseAddressSpec } from '../../../domain/address-spec.ts';
import type { MailAddress } from '../../../domain/mail-address.ts';
import { isJsonObject, parseJson } from '../../request/json-object.ts';
import { type Attributes, invalidAttribute } from '../request/request-attributes.ts';

/** Enough for an author to find what is wrong. */
const MAX_SHOWN = 5;
const MAX_SHOWN_CHARACTERS = 100;

/**
 * The addresses of a list; undefined when the attribute is missing, null when no address is left, which removes the field. Entries
 * without an address, and texts that are no JSON, have none. Throws `invalid-document` for numbers and booleans, and for invalid addresses,
 * which it names.
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

/** The address of a field with one, like `readAddressList`. */
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

/** A name with a comma comes as several entries: its author needs to see which of them is meant. */
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
  // Answers show the address where there is no name, and clients send it back.
  const isRepeated = name === '' || name === text || name === address;
  return [{ address, name: unquote(isRepeated ? typedName : name) }];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f]/;

/** What a user types as `Bob <bob@example.org>` comes whole as the address. Nobody types several lines into one. */
function readTyped(text: string): MailAddress {
  const start = text.endsWith('>') && !CONTROLS.test(text) ? text.lastIndexOf('<') : -1;
  if (start === -1) return { address: text, name: '' };
  return { address: text.slice(start + 1, -1).trim(), name: text.slice(0, start).trim() };
}

/** Older servers gave names in the quotes of the header field. */
function unquote(name: string): string {
  const isQuoted = name.length >= 2 && name.startsWith('"') && name.endsWith('"');
  return isQuoted ? name.slice(1, -1) : name;
}
