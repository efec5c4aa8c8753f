/** Finds the values of which a message has more than a bound lets through. */
import type { MessageItemAttribute } from '../../../domain/message-item.ts';
import type { HeaderFields } from '../../../message/header-fields.ts';
import { MAX_IDS, parseMessageIds } from '../../../message/message-ids.ts';
import type { AddressFields } from './address-fields.ts';
import { MAX_HEADER_OCTETS } from './fetch-items.ts';

/** A subject is one line; a longer one is an attack (a 5 MB Subject has been seen). */
export const MAX_SUBJECT_CHARACTERS = 4_096;
/** `<a>`: so many characters are there at least where the bound is met. */
const CHARACTERS_PER_ID = 3;
/** A field that was cut may have lost the line end that is taken off its end. */
const LINE_END_OCTETS = 4;

/** The header of a message, and what was read of its address fields. */
export interface BoundedSource {
  readonly header: HeaderFields;
  readonly addressFields: AddressFields;
}

interface BoundedField {
  readonly name: string;
  readonly hasMore: (source: BoundedSource, name: string) => boolean;
}

const FIELDS: Partial<Readonly<Record<MessageItemAttribute, BoundedField>>> = {
  from: { name: 'From', hasMore: hasMoreAddresses },
  to: { name: 'To', hasMore: hasMoreAddresses },
  cc: { name: 'Cc', hasMore: hasMoreAddresses },
  bcc: { name: 'Bcc', hasMore: hasMoreAddresses },
  replyTo: { name: 'Reply-To', hasMore: hasMoreAddresses },
  subject: { name: 'Subject', hasMore: hasMoreText },
  references: { name: 'References', hasMore: hasMoreIds },
  inReplyTo: { name: 'In-Reply-To', hasMore: hasMoreIds },
};

/** Those of the attributes whose fields have more than their values. */
export function truncatedValues(
  source: BoundedSource,
  attributes: ReadonlySet<MessageItemAttribute>,
): readonly MessageItemAttribute[] {
  return [...attributes].filter((attribute) => {
    const field = FIELDS[sourceOf(attribute, source.header)];
    return field !== undefined && (isCut(source.header, field) || field.hasMore(source, field.name));
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

function hasMoreAddresses({ addressFields }: BoundedSource, name: string): boolean {
  return addressFields(name).hasMore;
}

function hasMoreText({ header }: BoundedSource, name: string): boolean {
  return (header.first(name) ?? '').length > MAX_SUBJECT_CHARACTERS;
}

function hasMoreIds({ header }: BoundedSource, name: string): boolean {
  const value = header.first(name) ?? '';
  if (value.length < MAX_IDS * CHARACTERS_PER_ID) return false;
  return parseMessageIds(value, MAX_IDS + 1).length > MAX_IDS;
}
