import type { MailEnvelope, OutgoingMessage } from '../../application/ports/mail/message-composer.ts';
import { isPrivateField } from '../../domain/messages/header-field.ts';
import { MAX_RECIPIENTS } from '../../domain/messages/message-draft.ts';
import { parseAddressList } from '../../message/headers/address-list.ts';
import { toAddressSpec } from './address-spec.ts';
import { toCrlf, toCrlfField } from './line-ends.ts';
import { joinPieces } from './octet-pieces.ts';
import { fieldValue, type RawField, splitMessage } from './raw-message.ts';
import { invalidDocument } from './written-text.ts';

const RECIPIENT_FIELDS = new Set(['to', 'cc', 'bcc']);
const BLIND_FIELDS = new Set(['bcc', 'resent-bcc']);
const LINE_END = Buffer.from('\r\n');

/**
 * The envelope, and the message with CRLF, without Bcc and our fields. Throws `invalid-document` without
 * sender or recipient, above 100 recipients, for invalid addresses.
 */
export function toOutgoingMessage(message: Uint8Array): OutgoingMessage {
  const { fields, body } = splitMessage(message);
  const sent = fields
    .filter(({ name }) => !BLIND_FIELDS.has(name) && !isPrivateField(name))
    .map(({ octets }) => toCrlfField(octets));
  return {
    envelope: readEnvelope(fields),
    octets: joinPieces([Buffer.concat([...sent, LINE_END]), toCrlf(body)]),
  };
}

function readEnvelope(fields: readonly RawField[]): MailEnvelope {
  const [sender] = fields.filter(({ name }) => name === 'from').flatMap(readAddresses);
  if (sender === undefined) throw invalidDocument('The message has no sender.');
  const recipients = fields.filter(({ name }) => RECIPIENT_FIELDS.has(name)).flatMap(readAddresses);
  if (recipients.length === 0) throw invalidDocument('The message has no recipient.');
  if (recipients.length > MAX_RECIPIENTS) {
    throw invalidDocument(`The message has more than ${MAX_RECIPIENTS} recipients.`);
  }
  return { reversePath: sender, forwardPaths: withoutRepeats(recipients) };
}

function readAddresses(field: RawField): readonly string[] {
  return parseAddressList(fieldValue(field)).map(({ address }) => toAddressSpec(address));
}

/** Local parts are case-sensitive (RFC 5321 §2.4). */
function withoutRepeats(addresses: readonly string[]): readonly string[] {
  const unique = new Map<string, string>();
  for (const address of addresses) {
    const at = address.lastIndexOf('@');
    const key = address.slice(0, at) + address.slice(at).toLowerCase();
    if (!unique.has(key)) unique.set(key, address);
  }
  return [...unique.values()];
}
