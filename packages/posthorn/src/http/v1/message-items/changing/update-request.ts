import type { FlagChange } from '../../../../application/ports/mail/mail-writer.ts';
import type { MailAccount } from '../../../../domain/accounts/mail-account.ts';
import type { MailboxName } from '../../../../domain/mailboxes/mailbox-name.ts';
import type { DraftChange } from '../../../../domain/messages/message-draft.ts';
import type { MessageFlag } from '../../../../domain/messages/message-query.ts';
import { readAttributes } from '../../request-document/attribute-readers.ts';
import { DocumentPosition } from '../../request-document/document-position.ts';
import {
  readIdentifier,
  readRelationships,
  requireFolderOf,
} from '../../request-document/related-identifier.ts';
import type { ChangedResource } from '../../request-document/resource-document.ts';
import { changedMessageAttributes, toDraftChange } from './message-attributes.ts';

export const FOLDER_POINTER = '/data/relationships/MailFolder/data';

/** A message's changes. */
export interface MessageUpdate {
  readonly flags: FlagChange;
  readonly keywords: readonly string[] | undefined;
  /** Drafts only. */
  readonly draft: DraftChange | null;
  readonly target: MailboxName | null;
}

const FLAGS: readonly MessageFlag[] = ['seen', 'answered', 'draft', 'flagged'];

/** Reads the changes. Throws RequestProblems for all invalid values. */
export function readMessageUpdate(resource: ChangedResource, account: MailAccount): MessageUpdate {
  const position = new DocumentPosition('/data');
  const { MailFolder } = readRelationships(
    resource.relationships,
    { MailFolder: readIdentifier('MailFolder') },
    position.at('relationships'),
  );
  const attributes = readAttributes(resource.attributes, changedMessageAttributes, position.at('attributes'));
  position.finish();
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
