import type { MailAddress } from '../../../domain/values/mail-address.ts';
import { MAX_ADDRESSES, parseAddressList } from '../../../message/headers/address-list.ts';
import { EncodedWordBudget } from '../../../message/headers/encoded-words.ts';
import type { HeaderFields } from '../../../message/headers/header-fields.ts';

/** A parsed address field. */
export interface AddressField {
  readonly addresses: readonly MailAddress[];
  /** Above the limit of addresses or encoded words. */
  readonly hasMore: boolean;
}

export type AddressFields = (name: string) => AddressField;

/** Parses each field once. */
export function createAddressFields(header: HeaderFields): AddressFields {
  const known = new Map<string, AddressField>();
  return (name) => {
    const field = known.get(name) ?? readAddressField(header.first(name) ?? '');
    known.set(name, field);
    return field;
  };
}

function readAddressField(value: string): AddressField {
  const budget = new EncodedWordBudget();
  const addresses = parseAddressList(value, { max: MAX_ADDRESSES + 1, budget });
  return {
    addresses: addresses.slice(0, MAX_ADDRESSES),
    hasMore: addresses.length > MAX_ADDRESSES || budget.isExceeded,
  };
}
