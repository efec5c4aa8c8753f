/** The document that changes a message. */
import type { FlagChange } from '../../../application/ports/mail/mail-writer.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { DraftChange } from '../../../domain/message-draft.ts';
import type { MessageFlag } from '../../../domain/message-query.ts';
import { readAttributes } from '../request-document/attribute-readers.ts';
import { DocumentPlace } from '../request-document/document-place.ts';
import {
  readIdentifier,
  readRelationships,
  requireFolderOf,
} from '../request-document/related-identifier.ts';
import type { ChangedResource } from '../request-document/resource-document.ts';
import { changedMessageAttributes, toDraftChange } from './message-attributes.ts';

/** Where a document names the folder of a message. */
export const FOLDER_POINTER = '/data/relationships/MailFolder/data';

export interface MessageUpdate {
  readonly flags: FlagChange;
  /** The whole list; undefined when the document has no keywords. */
  readonly keywords: readonly string[] | undefined;
  /** What only a draft can have changed; null for nothing. */
  readonly draft: DraftChange | null;
  /** The folder to move to; null for none. */
  readonly target: MailboxName | null;
}

const FLAGS: readonly MessageFlag[] = ['seen', 'answered', 'draft', 'flagged'];

/** Throws RequestProblems with all that is wrong with the values. */
export function readMessageUpdate(resource: ChangedResource, account: MailAccount): MessageUpdate {
  const place = new DocumentPlace('/data');
  const { MailFolder } = readRelationships(
    resource.relationships,
    { MailFolder: readIdentifier('MailFolder') },
    place.at('relationships'),
  );
  const attributes = readAttributes(resource.attributes, changedMessageAttributes, place.at('attributes'));
  place.finish();
  return {
    flags: Object.fromEntries(
      FLAGS.flatMap((flag) => (attributes[flag] === undefined ? [] : [[flag, attributes[flag]]])),
    ),
    keywords: attributes.keywords,
    draft: toDraftChange(attributes),
    target:
      MailFolder === undefined ? null : requireFolderOf(account, { id: MailFolder, pointer: FOLDER_POINTER }),
  };
}
