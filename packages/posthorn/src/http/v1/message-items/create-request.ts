/** The document that creates a message. */

import { withoutOwnKeywords } from '../../../application/changing/kept-keywords.ts';
import type { DraftOrigin } from '../../../application/drafts/draft-sources.ts';
import type { NewDraft } from '../../../application/drafts/message-drafts.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailboxRef } from '../../../domain/mailbox-ref.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { isJsonObject } from '../../request/json-object.ts';
import { type IdentifiedPart, parseAttachmentId, parseMessageId } from '../identifiers/parse-resource-ids.ts';
import { mailFolderResourceId } from '../identifiers/resource-ids.ts';
import { readAttributes } from '../request-document/attribute-readers.ts';
import { DocumentPlace } from '../request-document/document-place.ts';
import { readBoolean, readList } from '../request-document/document-values.ts';
import {
  readIdentifier,
  readRelationships,
  relatedUnknown,
  requireFolderOf,
  withoutEmptyLinkage,
} from '../request-document/related-identifier.ts';
import { type Members, readNewResource } from '../request-document/resource-document.ts';
import { newMessageAttributes, toDraftChange } from './message-attributes.ts';
import { FOLDER_POINTER } from './update-request.ts';

/** A message to be created, but for its folder. */
type NewMessage = Omit<NewDraft, 'account' | 'mailbox'>;

const ATTACHMENTS_POINTER = '/data/relationships/Attachments/data';

const RELATIONSHIPS = {
  MailFolder: readIdentifier('MailFolder'),
  repliesTo: readIdentifier('MessageItem'),
  forwards: readIdentifier('MessageItem'),
  Attachments: readList(readIdentifier('Attachment')),
};

/**
 * The message in the folder that the document names. Throws RequestProblems with all that is wrong with the values; before that for
 * the rules of `resource-document.ts`, after it 404 for what cannot be in the account.
 */
export function readNewMessage(body: unknown, account: MailAccount): NewDraft {
  const { folder, ...message } = readMessage(body, account, (place) => {
    place.refuse('Must name the "MailFolder" that the message is to be in.');
  });
  const mailbox = requireFolderOf(account, { id: folder ?? '', pointer: FOLDER_POINTER });
  return { ...message, account, mailbox };
}

/** True when the document says in which folder the message is to be. */
export function namesFolder(body: unknown): boolean {
  const data = isJsonObject(body) ? body.data : undefined;
  const relationships = isJsonObject(data) ? data.relationships : undefined;
  if (!isJsonObject(relationships)) return false;
  return withoutEmptyLinkage(new Map(Object.entries(relationships))).has('MailFolder');
}

/** The same in a folder that is known; the document may name it as well. Throws RequestProblems (409) where it names another. */
export function readNewMessageIn(place: MailboxRef, body: unknown): NewDraft {
  const { folder, ...message } = readMessage(body, place.account);
  const expected = mailFolderResourceId(place);
  if (folder === undefined || folder === expected) return { ...message, ...place };
  const detail = `The address is that of "${expected}".`;
  throw new RequestProblems([
    problemOf('resource-mismatch', { detail, source: { pointer: FOLDER_POINTER } }),
  ]);
}

function readMessage(
  body: unknown,
  account: MailAccount,
  missFolder?: (relationships: DocumentPlace) => void,
): NewMessage & { readonly folder: string | undefined } {
  const resource = readNewResource(body, 'MessageItem', META);
  const place = new DocumentPlace('/data');
  const {
    MailFolder: folder,
    repliesTo,
    forwards,
    Attachments: copied = [],
  } = readRelationships(
    withoutEmptyLinkage(resource.relationships),
    RELATIONSHIPS,
    place.at('relationships'),
  );
  if (!resource.relationships.has('MailFolder')) missFolder?.(place.at('relationships'));
  if (repliesTo !== undefined && forwards !== undefined) {
    place.at('relationships').at('forwards').refuse('"forwards" and "repliesTo" exclude each other.');
  }
  const attributes = readAttributes(resource.attributes, newMessageAttributes, place.at('attributes'));
  const choices = readChoices(resource.meta, place.at('meta'));
  place.finish();
  const { seen = true, flagged = false, keywords = [] } = attributes;
  return {
    folder,
    draft: toDraftChange(attributes) ?? {},
    flags: [...(seen ? (['seen'] as const) : []), ...(flagged ? (['flagged'] as const) : [])],
    keywords: withoutOwnKeywords(keywords),
    origin: originOf({ repliesTo, forwards, ...choices }, account),
    copiedParts: copied.map((id, index) =>
      partOf(id, { account, pointer: `${ATTACHMENTS_POINTER}/${index}` }),
    ),
  };
}

/** The members that the meta of the resource can have. */
const META = ['replyAll', 'quote'];

interface Choices {
  /** True: the reply goes to all recipients of the original. */
  readonly isToAll: boolean;
  /** True: the text of the original is quoted. */
  readonly isQuoted: boolean;
}

function readChoices(meta: Members, place: DocumentPlace): Choices {
  const choice = (name: string): boolean =>
    meta.has(name) && readBoolean(meta.get(name), place.at(name)) === true;
  return { isToAll: choice('replyAll'), isQuoted: choice('quote') };
}

interface NamedOrigin extends Choices {
  readonly repliesTo: string | undefined;
  readonly forwards: string | undefined;
}

function originOf(
  { repliesTo, forwards, ...choices }: NamedOrigin,
  account: MailAccount,
): DraftOrigin | null {
  const relationship = forwards === undefined ? 'repliesTo' : 'forwards';
  const id = forwards ?? repliesTo;
  if (id === undefined) return null;
  const original = parseMessageId(id, account);
  if (original === undefined) {
    throw relatedUnknown('message-unknown', { id, pointer: `/data/relationships/${relationship}/data` });
  }
  return forwards === undefined ? { kind: 'reply', original, ...choices } : { kind: 'forward', original };
}

function partOf(
  id: string,
  { account, pointer }: { readonly account: MailAccount; readonly pointer: string },
): IdentifiedPart {
  const part = parseAttachmentId(id, account);
  if (part !== undefined) return part;
  throw relatedUnknown('attachment-unknown', { id, pointer });
}
