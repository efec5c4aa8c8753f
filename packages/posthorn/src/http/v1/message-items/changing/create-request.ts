import { withoutOwnKeywords } from '../../../../application/changing/kept-keywords.ts';
import type { DraftOrigin } from '../../../../application/drafts/draft-sources.ts';
import type { NewDraft } from '../../../../application/drafts/message-drafts.ts';
import type { MailAccount } from '../../../../domain/accounts/mail-account.ts';
import type { MailboxRef } from '../../../../domain/accounts/mailbox-ref.ts';
import type { DraftChange } from '../../../../domain/messages/message-draft.ts';
import {
  type IdentifiedPart,
  parseAttachmentId,
  parseMessageId,
} from '../../../../resources/identifiers/parse-resource-ids.ts';
import { mailFolderResourceId } from '../../../../resources/identifiers/resource-ids.ts';
import { problemOf, RequestProblems } from '../../../answer/problem.ts';
import { isJsonObject } from '../../../request/json-object.ts';
import { readAttributes } from '../../request-document/attribute-readers.ts';
import { DocumentPosition } from '../../request-document/document-position.ts';
import { readBoolean, readList } from '../../request-document/document-values.ts';
import {
  readIdentifier,
  readRelationships,
  relatedUnknown,
  requireFolderOf,
  withoutEmptyLinkage,
} from '../../request-document/related-identifier.ts';
import { type Members, readNewResource } from '../../request-document/resource-document.ts';
import { newMessageAttributes, toDraftChange } from './message-attributes.ts';
import { FOLDER_POINTER } from './update-request.ts';

type NewMessage = Omit<NewDraft, 'account' | 'mailbox'>;

const ATTACHMENTS_POINTER = '/data/relationships/Attachments/data';

const RELATIONSHIPS = {
  MailFolder: readIdentifier('MailFolder'),
  repliesTo: readIdentifier('MessageItem'),
  forwards: readIdentifier('MessageItem'),
  Attachments: readList(readIdentifier('Attachment')),
};

/**
 * Reads a message and its folder. Throws RequestProblems: those of `resource-document.ts`, then all invalid values,
 * then 404 for ids outside the account.
 */
export function readNewMessage(body: unknown, account: MailAccount): NewDraft {
  const { folder, ...message } = readMessage(body, account, (position) => {
    position.refuse('Must name the "MailFolder" that the message is to be in.');
  });
  const mailbox = requireFolderOf(account, { id: folder ?? '', pointer: FOLDER_POINTER });
  return { ...message, account, mailbox };
}

/** True if the document names a folder. */
export function namesFolder(body: unknown): boolean {
  const data = isJsonObject(body) ? body.data : undefined;
  const relationships = isJsonObject(data) ? data.relationships : undefined;
  if (!isJsonObject(relationships)) return false;
  return withoutEmptyLinkage(new Map(Object.entries(relationships))).has('MailFolder');
}

/** Reads a message for a folder that the document may repeat. Throws RequestProblems (409) for another. */
export function readNewMessageIn(position: MailboxRef, body: unknown): NewDraft {
  const { folder, ...message } = readMessage(body, position.account);
  const expected = mailFolderResourceId(position);
  if (folder === undefined || folder === expected) return { ...message, ...position };
  const detail = `The address is that of "${expected}".`;
  throw new RequestProblems([
    problemOf('resource-mismatch', { detail, source: { pointer: FOLDER_POINTER } }),
  ]);
}

/** Reads a message for an account without an inbox. Throws RequestProblems for relationships. */
export function readSoleMessage(body: unknown): DraftChange {
  const resource = readNewResource(body, 'MessageItem');
  const position = new DocumentPosition('/data');
  for (const name of withoutEmptyLinkage(resource.relationships).keys()) {
    position.at('relationships').at(name).refuse('An account without an inbox has no folders and messages.');
  }
  const attributes = readAttributes(resource.attributes, newMessageAttributes, position.at('attributes'));
  position.finish();
  return toDraftChange(attributes) ?? {};
}

function readMessage(
  body: unknown,
  account: MailAccount,
  missFolder?: (relationships: DocumentPosition) => void,
): NewMessage & { readonly folder: string | undefined } {
  const resource = readNewResource(body, 'MessageItem', META);
  const position = new DocumentPosition('/data');
  const {
    MailFolder: folder,
    repliesTo,
    forwards,
    Attachments: copied = [],
  } = readRelationships(
    withoutEmptyLinkage(resource.relationships),
    RELATIONSHIPS,
    position.at('relationships'),
  );
  if (!resource.relationships.has('MailFolder')) missFolder?.(position.at('relationships'));
  if (repliesTo !== undefined && forwards !== undefined) {
    position.at('relationships').at('forwards').refuse('"forwards" and "repliesTo" exclude each other.');
  }
  const attributes = readAttributes(resource.attributes, newMessageAttributes, position.at('attributes'));
  const choices = readChoices(resource.meta, position.at('meta'));
  position.finish();
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

const META = ['replyAll', 'quote'];

interface Choices {
  readonly isToAll: boolean;
  readonly isQuoted: boolean;
}

function readChoices(meta: Members, position: DocumentPosition): Choices {
  const choice = (name: string): boolean =>
    meta.has(name) && readBoolean(meta.get(name), position.at(name)) === true;
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
