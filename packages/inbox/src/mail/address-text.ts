import type { MailAddress } from './message.ts';

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
const NAMED = /^\s*"?([^"<]*?)"?\s*<([^<>]*)>\s*$/;

/** Rough check; the server decides. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/**
 * Parses typed addresses (RFC 5322 §3.4, without comments and groups), separated by commas, semicolons or
 * lines; invalid ones stay.
 */
export function parseAddresses(text: string): readonly MailAddress[] {
  return splitList(text).map((entry) => {
    const [, name = '', address] = NAMED.exec(entry) ?? [];
    return address === undefined
      ? { name: '', address: entry }
      : { name: name.trim(), address: address.trim() };
  });
}

/** Ignores quoted commas. */
function splitList(text: string): readonly string[] {
  const entries = text.match(/(?:"[^"]*"|[^,;\n"])+/g) ?? [];
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/** The name, else the address. */
export function nameOf(address: MailAddress | null): string {
  return address === null ? '' : address.name || address.address;
}

/** Short names for a line of several people. */
export function namesOf(addresses: readonly MailAddress[], own: string): string {
  return addresses
    .map((each) => (each.address.toLowerCase() === own.toLowerCase() ? 'me' : nameOf(each)))
    .join(', ');
}
