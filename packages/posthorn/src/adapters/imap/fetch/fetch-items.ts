import type { FetchItem, SectionItem } from 'posthorn-imap';
import type { MessageItemAttribute } from '../../../domain/messages/message-item.ts';

/** Longer fields are read singly: none may hide others. */
export const MAX_HEADER_OCTETS = 64 * 1024;

export const MAX_WHOLE_HEADER_OCTETS = 32 * 1024;

export const WHOLE_HEADER: SectionItem = { section: 'HEADER', octets: MAX_WHOLE_HEADER_OCTETS };

interface FetchNeeds {
  readonly items?: readonly ('FLAGS' | 'RFC822.SIZE' | 'INTERNALDATE' | 'BODYSTRUCTURE')[];
  readonly fields?: readonly string[];
  readonly section?: SectionItem;
}

const NEEDS = {
  from: { fields: ['FROM'] },
  to: { fields: ['TO'] },
  cc: { fields: ['CC'] },
  bcc: { fields: ['BCC'] },
  // RFC 5322 §3.6.2.
  replyTo: { fields: ['REPLY-TO', 'FROM'] },
  subject: { fields: ['SUBJECT'] },
  // If Date is missing or unreadable.
  date: { fields: ['DATE'], items: ['INTERNALDATE'] },
  seen: { items: ['FLAGS'] },
  answered: { items: ['FLAGS'] },
  draft: { items: ['FLAGS'] },
  flagged: { items: ['FLAGS'] },
  recent: { items: ['FLAGS'] },
  keywords: { items: ['FLAGS'] },
  messageId: { fields: ['MESSAGE-ID'] },
  references: { fields: ['REFERENCES'] },
  inReplyTo: { fields: ['IN-REPLY-TO'] },
  previewText: { items: ['BODYSTRUCTURE'] },
  size: { items: ['RFC822.SIZE'] },
  hasAttachments: { items: ['BODYSTRUCTURE'] },
  internalDate: { items: ['INTERNALDATE'] },
  listUnsubscribe: { fields: ['LIST-UNSUBSCRIBE', 'LIST-UNSUBSCRIBE-POST'] },
  headers: { section: WHOLE_HEADER },
} as const satisfies Record<MessageItemAttribute, FetchNeeds>;

/** The attributes' items, with UID. */
export function fetchItems(attributes: ReadonlySet<MessageItemAttribute>): readonly FetchItem[] {
  const items = new Set<FetchItem>(['UID']);
  const fields = new Set<string>();
  for (const attribute of attributes) {
    const needs: FetchNeeds = NEEDS[attribute];
    for (const item of needs.items ?? []) items.add(item);
    for (const field of needs.fields ?? []) fields.add(field);
    if (needs.section) items.add(needs.section);
  }
  return [...items, ...(fields.size > 0 ? [headerFields([...fields])] : [])];
}

/** `BODY.PEEK[HEADER.FIELDS (…)]<0.n>`. */
export function headerFields(fields: readonly string[]): SectionItem {
  return { section: 'HEADER.FIELDS', fields, octets: MAX_HEADER_OCTETS };
}

/** `BODY.PEEK[path]<0.n>`. */
export function partStart(path: string, octets: number): SectionItem {
  return { section: path, octets };
}
