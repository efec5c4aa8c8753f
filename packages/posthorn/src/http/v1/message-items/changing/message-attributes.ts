import {
  type DraftChange,
  type DraftHeader,
  MAX_RECIPIENTS,
} from '../../../../domain/messages/message-draft.ts';
import { MAX_WRITTEN_FIELDS, WRITABLE_NAMES } from '../../../../domain/messages/written-field.ts';
import { messageItemAttributes as shown } from '../../../../resources/attributes/message-item-attributes.ts';
import { WRITTEN_ADDRESS, WRITTEN_ADDRESS_OR_NULL } from '../../../../resources/attributes/schemas.ts';
import type { AttributeTable, ReadAttributes } from '../../request-document/attribute-readers.ts';
import {
  readAddresses,
  readAddressOrNull,
  readBoolean,
  readDate,
  readHeaderFields,
  readKeywords,
  readMessageIds,
  readText,
} from '../../request-document/document-values.ts';

const ADDRESS_LIST = {
  schema: { type: 'array', items: WRITTEN_ADDRESS, maxItems: MAX_RECIPIENTS },
  read: readAddresses,
};
const ADDRESS = { schema: WRITTEN_ADDRESS_OR_NULL, read: readAddressOrNull };
const BODY_TEXT = {
  schema: { type: 'string', description: 'Read back as the MessageBody.' },
  read: readText,
};

/** Changed in drafts only. */
const CONTENT = {
  from: ADDRESS,
  replyTo: ADDRESS,
  to: ADDRESS_LIST,
  cc: ADDRESS_LIST,
  bcc: ADDRESS_LIST,
  subject: { schema: shown.subject.schema, read: readText },
  date: {
    schema: { type: 'string', format: 'date-time', description: 'With time and offset.' },
    read: readDate,
  },
  references: { schema: shown.references.schema, read: readMessageIds },
  inReplyTo: { schema: shown.inReplyTo.schema, read: readMessageIds },
  headers: {
    schema: {
      ...shown.headers.schema,
      maxItems: MAX_WRITTEN_FIELDS,
      description: `Header fields of the author: ${WRITABLE_NAMES}. The list takes the place of all of these that the draft has; other fields stay.`,
    },
    read: readHeaderFields,
  },
  textPlain: BODY_TEXT,
  textHtml: BODY_TEXT,
};
const NEW = {
  ...CONTENT,
  seen: { schema: shown.seen.schema, read: readBoolean },
  flagged: { schema: shown.flagged.schema, read: readBoolean },
  keywords: { schema: shown.keywords.schema, read: readKeywords },
};
const CHANGED = {
  ...NEW,
  answered: { schema: shown.answered.schema, read: readBoolean },
  draft: { schema: shown.draft.schema, read: readBoolean },
};

/** Null has a meaning here, or is an error. */
const NULL_IS_READ: ReadonlySet<string> = new Set(['from', 'replyTo', 'seen', 'flagged', 'keywords']);

export const newMessageAttributes: AttributeTable<typeof NEW> = {
  written: NEW,
  readOnly: readOnlyBeside(NEW),
  passesNull: (name) => !NULL_IS_READ.has(name),
};

export const changedMessageAttributes: AttributeTable<typeof CHANGED> = {
  written: CHANGED,
  readOnly: readOnlyBeside(CHANGED),
};

/** The changes for drafts only, else null. */
export function toDraftChange(attributes: ReadAttributes<typeof CONTENT>): DraftChange | null {
  const isContent = Object.keys(attributes).some((name) => Object.hasOwn(CONTENT, name));
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
  return Object.fromEntries(present) as Present<Members>;
}

function readOnlyBeside(written: object): readonly string[] {
  return Object.keys(shown).filter((name) => !Object.hasOwn(written, name));
}
