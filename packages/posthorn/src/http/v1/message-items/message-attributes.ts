/** The attributes of a MessageItem that clients can write. */
import type { DraftChange, DraftHeader } from '../../../domain/message-draft.ts';
import { RESOURCE_TYPES } from '../identifiers/resource-types.ts';
import type { AttributeTable, ReadAttributes } from '../request-document/attribute-readers.ts';
import {
  readAddresses,
  readAddressOrNull,
  readBoolean,
  readDate,
  readHeaderFields,
  readKeywords,
  readMessageIds,
  readText,
} from '../request-document/document-values.ts';

/** What only drafts can have changed; the texts are read back as the MessageBody. */
const CONTENT_READERS = {
  from: readAddressOrNull,
  replyTo: readAddressOrNull,
  to: readAddresses,
  cc: readAddresses,
  bcc: readAddresses,
  subject: readText,
  date: readDate,
  references: readMessageIds,
  inReplyTo: readMessageIds,
  headers: readHeaderFields,
  textPlain: readText,
  textHtml: readText,
};
const NEW_READERS = {
  ...CONTENT_READERS,
  seen: readBoolean,
  flagged: readBoolean,
  keywords: readKeywords,
};
const CHANGE_READERS = { ...NEW_READERS, answered: readBoolean, draft: readBoolean };

/** Attributes for which null has a meaning, or is an error. */
const NULL_IS_READ: ReadonlySet<string> = new Set(['from', 'replyTo', 'seen', 'flagged', 'keywords']);

/** Attributes of a message that is created: it is a draft. */
export const newMessageAttributes: AttributeTable<typeof NEW_READERS> = {
  readers: NEW_READERS,
  readOnly: readOnlyBeside(NEW_READERS),
  passesNull: (name) => !NULL_IS_READ.has(name),
};

/** Attributes of a message that is changed. */
export const changedMessageAttributes: AttributeTable<typeof CHANGE_READERS> = {
  readers: CHANGE_READERS,
  readOnly: readOnlyBeside(CHANGE_READERS),
};

/** The change of a draft in the attributes; null when none of them is restricted to drafts. */
export function toDraftChange(attributes: ReadAttributes<typeof CONTENT_READERS>): DraftChange | null {
  const isContent = Object.keys(attributes).some((name) => Object.hasOwn(CONTENT_READERS, name));
  if (!isContent) return null;
  const { textPlain, textHtml, date, from, replyTo, to, cc, bcc, subject, references, inReplyTo, headers } =
    attributes;
  const header: DraftHeader = withoutMissing({
    from,
    replyTo,
    to,
    cc,
    bcc,
    subject,
    references,
    inReplyTo,
    dateMs: date,
    otherFields: headers,
  });
  return { header, ...withoutMissing({ textPlain, textHtml }) };
}

type Present<Members> = { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> };

function withoutMissing<Members extends object>(members: Members): Present<Members> {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  // Only undefined values are gone.
  return Object.fromEntries(present) as Present<Members>;
}

function readOnlyBeside(readers: object): readonly string[] {
  const names: readonly string[] =
    RESOURCE_TYPES.find(({ name }) => name === 'MessageItem')?.attributes ?? [];
  return names.filter((name) => !Object.hasOwn(readers, name));
}
