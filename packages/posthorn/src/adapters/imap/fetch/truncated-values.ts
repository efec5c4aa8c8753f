/** Finds the values of which a message has more than a bound lets through. */
import type { MessageItemAttribute } from '../../../domain/message-item.ts';
import { MAX_ADDRESSES, parseAddressList } from '../../../message/address-list.ts';
import type { HeaderFields } from '../../../message/header-fields.ts';
import { MAX_IDS, parseMessageIds } from '../../../message/message-ids.ts';
import { MAX_HEADER_OCTETS } from './fetch-items.ts';

/** A subject is one line; a longer one is an attack (a 5 MB Subject has been seen). */
export const MAX_SUBJECT_CHARACTERS = 4_096;
/** `a@b,` and `<a>`: so many characters are there at least where a bound is met. */
const CHARACTERS_PER_ADDRESS = 4;
const CHARACTERS_PER_ID = 3;
/** A field that was cut may have lost the line end that is taken off its end. */
const LINE_END_OCTETS = 4;

interface BoundedField {
  readonly name: string;
  readonly hasMore: (value: string) => boolean;
}

const FIELDS: Partial<Readonly<Record<MessageItemAttribute, BoundedField>>> = {
  from: { name: 'From', hasMore: hasMoreAddresses },
  to: { name: 'To', hasMore: hasMoreAddresses },
  cc: { name: 'Cc', hasMore: hasMoreAddresses },
  bcc: { name: 'Bcc', hasMore: hasMoreAddresses },
  replyTo: { name: 'Reply-To', hasMore: hasMoreAddresses },
  subject: { name: 'Subject', hasMore: (value) => value.length > MAX_SUBJECT_CHARACTERS },
  references: { name: 'References', hasMore: hasMoreIds },
  inReplyTo: { name: 'In-Reply-To', hasMore: hasMoreIds },
};

/** Those of the attributes whose fields have more than their values. */
export function truncatedValues(
  header: HeaderFields,
  attributes: ReadonlySet<MessageItemAttribute>,
): readonly MessageItemAttribute[] {
  return [...attributes].filter((attribute) => {
    const field = FIELDS[sourceOf(attribute, header)];
    return field !== undefined && (isCut(header, field) || field.hasMore(header.first(field.name) ?? ''));
  });
}

/** A message without Reply-To is answered to its From. */
function sourceOf(attribute: MessageItemAttribute, header: HeaderFields): MessageItemAttribute {
  return attribute === 'replyTo' && header.octetsOf('Reply-To') === 0 ? 'from' : attribute;
}

/** True for a field of which the mail server was not asked for more. */
function isCut(header: HeaderFields, { name }: BoundedField): boolean {
  return header.octetsOf(name) >= MAX_HEADER_OCTETS - LINE_END_OCTETS;
}

function hasMoreAddresses(value: string): boolean {
  if (value.length < MAX_ADDRESSES * CHARACTERS_PER_ADDRESS) return false;
  return parseAddressList(value, MAX_ADDRESSES + 1).length > MAX_ADDRESSES;
}

function hasMoreIds(value: string): boolean {
  if (value.length < MAX_IDS * CHARACTERS_PER_ID) return false;
  return parseMessageIds(value, MAX_IDS + 1).length > MAX_IDS;
}
