import type { MessageItemAttribute } from '../../../domain/messages/message-item.ts';
import type { HeaderFields } from '../../../message/headers/header-fields.ts';
import { MAX_IDS, parseMessageIds } from '../../../message/headers/message-ids.ts';
import type { AddressFields } from './address-fields.ts';
import { MAX_HEADER_OCTETS } from './fetch-items.ts';

/** Longer ones are attacks (5 MB were seen). */
export const MAX_SUBJECT_CHARACTERS = 4_096;
const CHARACTERS_PER_ID = 3;
const LINE_END_OCTETS = 4;

/** Header and address fields. */
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

/** Attributes with incomplete values. */
export function truncatedValues(
  source: BoundedSource,
  attributes: ReadonlySet<MessageItemAttribute>,
): readonly MessageItemAttribute[] {
  return [...attributes].filter((attribute) => {
    const field = FIELDS[sourceOf(attribute, source.header)];
    return field !== undefined && (isCut(source.header, field) || field.hasMore(source, field.name));
  });
}

function sourceOf(attribute: MessageItemAttribute, header: HeaderFields): MessageItemAttribute {
  return attribute === 'replyTo' && header.octetsOf('Reply-To') === 0 ? 'from' : attribute;
}

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
