/** Refuses addresses that cannot be written. */
import { parseAddressSpec } from '../../domain/address-spec.ts';
import { invalidDocument } from './written-text.ts';

/** The address as header field and envelope have it, see `parseAddressSpec`. Throws `invalid-document` for an invalid address. */
export function toAddressSpec(address: string): string {
  const spec = parseAddressSpec(address);
  if (spec === undefined) throw invalidDocument('An address is not a valid e-mail address.');
  return spec;
}
