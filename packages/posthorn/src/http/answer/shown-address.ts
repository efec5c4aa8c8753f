/** Addresses of header fields as every version of the API shows them. */
import type { MailAddress } from '../../domain/mail-address.ts';

/** The addresses with a name to show each: without one of its own, the address itself. Groups without members fall out. */
export function shownAddresses(addresses: readonly MailAddress[]): readonly MailAddress[] {
  return addresses.filter(({ address }) => address !== '').map(toShown);
}

/** The last address of a field with several: the one that the released API shows. */
export function lastShownAddress(addresses: readonly MailAddress[]): MailAddress | undefined {
  return shownAddresses(addresses).at(-1);
}

function toShown({ address, name }: MailAddress): MailAddress {
  return { address, name: name === '' ? address : name };
}
