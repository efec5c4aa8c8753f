import { type EnvelopeAddress, parseAddressList } from '../../message/address-list.ts';
import { type HeaderBlock, headerListValue, headerValue } from '../../message/header-block.ts';
import type { OctetText } from '../../octet-text.ts';
import { wireNstring } from '../wire/wire-text.ts';

/** RFC 3501 §7.4.2: Sender and Reply-To default to From. */
export function formatEnvelope(header: HeaderBlock): OctetText {
  const text = (name: string) => wireNstring(headerValue(header, name));
  const from = addresses(header, 'from');
  const or = (name: string) => {
    const list = addresses(header, name);
    return list.length === 0 ? from : list;
  };
  const lists = [from, or('sender'), or('reply-to'), ...['to', 'cc', 'bcc'].map((n) => addresses(header, n))];
  const fields = [
    text('date'),
    text('subject'),
    ...lists.map(formatAddresses),
    text('in-reply-to'),
    text('message-id'),
  ];
  return `(${fields.join(' ')})`;
}

function addresses(header: HeaderBlock, name: string): readonly EnvelopeAddress[] {
  return parseAddressList(headerListValue(header, name));
}

function formatAddresses(list: readonly EnvelopeAddress[]): OctetText {
  return list.length === 0 ? 'NIL' : `(${list.map(formatAddress).join('')})`;
}

function formatAddress(address: EnvelopeAddress): OctetText {
  return `(${[address.name, undefined, address.mailbox, address.host].map(wireNstring).join(' ')})`;
}
