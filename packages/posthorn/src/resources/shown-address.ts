import type { MailAddress } from '../domain/mail-address.ts';

/** Names addresses without a name by themselves, and leaves out empty groups. */
export function shownAddresses(addresses: readonly MailAddress[]): readonly MailAddress[] {
  return addresses.filter(({ address }) => address !== '').map(toShown);
}

/** Returns the last address, as the released API does. */
export function lastShownAddress(addresses: readonly MailAddress[]): MailAddress | undefined {
  return shownAddresses(addresses).at(-1);
}

function toShown({ address, name }: MailAddress): MailAddress {
  return { address, name: name === '' ? address : name };
}
