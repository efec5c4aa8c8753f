/** Addresses as writes of v0 give them: objects with `address` and `name`, bare or as the text of JSON. */
import type { MailAddress } from '../../../domain/mail-address.ts';
import { isJsonObject, parseJson } from '../../request/json-object.ts';
import { type Attributes, invalidAttribute } from '../request/request-attributes.ts';

/**
 * The addresses of a list; undefined when the attribute is missing, null when no address is left, which removes the field. Entries
 * without an address, and texts that are no JSON, have none. Throws `invalid-document` for numbers and booleans.
 */
export function readAddressList(
  attributes: Attributes,
  name: string,
): readonly MailAddress[] | null | undefined {
  const value = attributes[name];
  if (value === undefined) return undefined;
  const addresses = [decode(value, name)].flat().flatMap(toAddress);
  return addresses.length === 0 ? null : addresses;
}

/** The address of a field with one, like `readAddressList`. */
export function readAddress(attributes: Attributes, name: string): MailAddress | null | undefined {
  const addresses = readAddressList(attributes, name);
  return addresses ? addresses[0] : addresses;
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
