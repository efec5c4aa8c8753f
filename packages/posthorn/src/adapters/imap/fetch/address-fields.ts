/** The address fields of one message, each read once. */
import type { MailAddress } from '../../../domain/mail-address.ts';
import { MAX_ADDRESSES, parseAddressList } from '../../../message/address-list.ts';
import { EncodedWordBudget } from '../../../message/encoded-words.ts';
import type { HeaderFields } from '../../../message/header-fields.ts';

/** What is read of an address field. */
export interface AddressField {
  readonly addresses: readonly MailAddress[];
  /** True when it has more addresses, or more encoded words than are decoded. */
  readonly hasMore: boolean;
}

/** Reads the fields of a message by their names. */
export type AddressFields = (name: string) => AddressField;

/** The fields of the header; what was read is kept. */
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
