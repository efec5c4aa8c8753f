/** What has to be read for the selected fields of MessageItems. */
import type { MessageSelection } from '../../../application/ports/mail/mail-store.ts';
import type { MessageItemAttribute } from '../../../domain/message-item.ts';
import { DEFAULT_PREVIEW } from '../../../domain/message-query.ts';
import type { AttributeOf, SelectedFields } from '../identifiers/resource-types.ts';

/** The attribute of a message behind each attribute of the API; the uid is always known. */
const SOURCES = {
  from: ['from'],
  to: ['to'],
  cc: ['cc'],
  bcc: ['bcc'],
  replyTo: ['replyTo'],
  fromAddresses: ['from'],
  replyToAddresses: ['replyTo'],
  subject: ['subject'],
  date: ['date'],
  seen: ['seen'],
  answered: ['answered'],
  draft: ['draft'],
  flagged: ['flagged'],
  recent: ['recent'],
  keywords: ['keywords'],
  messageId: ['messageId'],
  references: ['references'],
  inReplyTo: ['inReplyTo'],
  previewText: ['previewText'],
  size: ['size'],
  hasAttachments: ['hasAttachments'],
  internalDate: ['internalDate'],
  listUnsubscribe: ['listUnsubscribe'],
  headers: ['headers'],
  uid: [],
} as const satisfies Record<AttributeOf<'MessageItem'>, readonly MessageItemAttribute[]>;

/** Exactly the attributes that the answer shows: nothing else is requested from the mail server. */
export function messageSelection({ MessageItem: mask }: SelectedFields): MessageSelection {
  const attributes = (Object.keys(SOURCES) as (keyof typeof SOURCES)[])
    .filter((name) => mask.has(name))
    .flatMap((name): readonly MessageItemAttribute[] => SOURCES[name]);
  return { attributes: new Set(attributes), preview: DEFAULT_PREVIEW };
}

/** The selected fields that are made of these attributes. */
export function truncatedFields(
  attributes: readonly MessageItemAttribute[],
  { MessageItem: mask }: SelectedFields,
): readonly string[] {
  return (Object.keys(SOURCES) as (keyof typeof SOURCES)[]).filter((name) => {
    const sources: readonly MessageItemAttribute[] = SOURCES[name];
    return mask.has(name) && sources.some((source) => attributes.includes(source));
  });
}
