import { parseAddressSpec } from '../../domain/values/address-spec.ts';
import { invalidDocument } from './written-text.ts';

/** As `parseAddressSpec`. Throws `invalid-document`. */
export function toAddressSpec(address: string): string {
  const spec = parseAddressSpec(address);
  if (spec === undefined) throw invalidDocument('An address is not a valid e-mail address.');
  return spec;
}
