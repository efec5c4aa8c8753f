import type { MailAddress } from '../domain/values/mail-address.ts';

/** Fills missing names with the address; omits empty groups. */
export function shownAddresses(addresses: readonly MailAddress[]): readonly MailAddress[] {
  return addresses.filter(({ address }) => address !== '').map(toShown);
}

/** The last address, as in the released API. */
export function lastShownAddress(addresses: readonly MailAddress[]): MailAddress | undefined {
  return shownAddresses(addresses).at(-1);
}

function toShown({ address, name }: MailAddress): MailAddress {
  return { address, name: name === '' ? address : name };
}
