/** The document that creates a message. */
import { withoutOwnKeywords } from '../../../application/kept-keywords.ts';
import type { IdentifiedMessage } from '../../../application/message-location.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { DraftChange } from '../../../domain/message-draft.ts';
import { readAttributes } from '../attribute-readers.ts';
import { DocumentPlace } from '../document-place.ts';
import { readBoolean, readList } from '../document-values.ts';
import { type IdentifiedPart, parseAttachmentId, parseMessageId } from '../parse-resource-ids.ts';
import { readIdentifier, readRelationships, relatedUnknown } from '../related-identifier.ts';
import { type Members, readNewResource } from '../resource-document.ts';
import { newMessageAttributes, toDraftChange } from './message-attributes.ts';

/** A message that the new one is made from. */
export interface Original {
  readonly relationship: 'repliesTo' | 'forwards';
  readonly message: IdentifiedMessage;
}

export interface NewMessage {
  readonly draft: DraftChange;
  /** Beside \Draft. */
  readonly flags: readonly ('seen' | 'flagged')[];
  readonly keywords: readonly string[];
  readonly original: Original | null;
  /** To all who got the original. */
  readonly isToAll: boolean;
  /** With the text of the original. */
  readonly isQuoted: boolean;
  /** Files of any messages, to be attached to the new one. */
  readonly copiedParts: readonly IdentifiedPart[];
}

export const ATTACHMENTS_POINTER = '/data/relationships/Attachments/data';

const RELATIONSHIPS = {
  repliesTo: readIdentifier('MessageItem'),
  forwards: readIdentifier('MessageItem'),
  Attachments: readList(readIdentifier('Attachment')),
};

/**
 * Throws RequestProblems with all that is wrong with the values; before that for the rules of `resource-document.ts`, after it 404 for
 * what cannot be in the account.
 */
export function readNewMessage(body: unknown, account: MailAccount): NewMessage {
  const resource = readNewResource(body, 'MessageItem');
  const place = new DocumentPlace('/data');
  const {
    repliesTo,
    forwards,
    Attachments: copied = [],
  } = readRelationships(resource.relationships, RELATIONSHIPS, place.at('relationships'));
  if (repliesTo !== undefined && forwards !== undefined) {
    place.at('relationships').at('forwards').refuse('"forwards" and "repliesTo" exclude each other.');
  }
  const attributes = readAttributes(resource.attributes, newMessageAttributes, place.at('attributes'));
  const choices = readChoices(resource.meta, place.at('meta'));
  place.finish();
  const { seen = true, flagged = false, keywords = [] } = attributes;
  return {
    ...choices,
    draft: toDraftChange(attributes) ?? {},
    flags: [...(seen ? (['seen'] as const) : []), ...(flagged ? (['flagged'] as const) : [])],
    keywords: withoutOwnKeywords(keywords),
    original: originalOf({ repliesTo, forwards }, account),
    copiedParts: copied.map((id, index) =>
      partOf(id, { account, pointer: `${ATTACHMENTS_POINTER}/${index}` }),
    ),
  };
}

function readChoices(meta: Members, place: DocumentPlace): Pick<NewMessage, 'isToAll' | 'isQuoted'> {
  const choice = (name: string): boolean =>
    meta.has(name) && readBoolean(meta.get(name), place.at(name)) === true;
  return { isToAll: choice('replyAll'), isQuoted: choice('quote') };
}

function originalOf(
  { repliesTo, forwards }: { readonly repliesTo: string | undefined; readonly forwards: string | undefined },
  account: MailAccount,
): Original | null {
  const relationship = forwards === undefined ? 'repliesTo' : 'forwards';
  const id = forwards ?? repliesTo;
  if (id === undefined) return null;
  const message = parseMessageId(id, account);
  if (message !== undefined) return { relationship, message };
  throw relatedUnknown('message-unknown', { id, pointer: `/data/relationships/${relationship}/data` });
}

function partOf(
  id: string,
  { account, pointer }: { readonly account: MailAccount; readonly pointer: string },
): IdentifiedPart {
  const part = parseAttachmentId(id, account);
  if (part !== undefined) return part;
  throw relatedUnknown('attachment-unknown', { id, pointer });
}
