import type { FolderPlace } from '../../../application/folders/mail-folder-changes.ts';
import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { mailFolderAttributes } from '../../../resources/attributes/mail-folder-attributes.ts';
import { mailAccountResourceId } from '../../../resources/identifiers/resource-ids.ts';
import { type AttributeTable, readAttributes } from '../request-document/attribute-readers.ts';
import { DocumentPosition } from '../request-document/document-position.ts';
import { readBoolean, readText } from '../request-document/document-values.ts';
import {
  readIdentifier,
  readNullable,
  readRelationships,
  requireFolderOf,
  withoutEmptyLinkage,
} from '../request-document/related-identifier.ts';
import { type ChangedResource, readNewResource } from '../request-document/resource-document.ts';

export const PARENT_POINTER = '/data/relationships/parent/data';

/** A folder's changes. */
export interface FolderUpdate extends Partial<FolderPlace> {
  readonly isSubscribed: boolean | undefined;
}

export const WRITTEN = {
  name: { schema: mailFolderAttributes.name.schema, read: readText },
  subscribed: { schema: mailFolderAttributes.subscribed.schema, read: readBoolean },
};
const ATTRIBUTES: AttributeTable<typeof WRITTEN> = {
  written: WRITTEN,
  readOnly: Object.keys(mailFolderAttributes).filter((name) => !Object.hasOwn(WRITTEN, name)),
};
const NEW_ATTRIBUTES = { ...ATTRIBUTES, passesNull: (name: string) => name !== 'name' };
const RELATIONSHIPS = { parent: readNullable(readIdentifier('MailFolder')) };
const NEW_RELATIONSHIPS = { ...RELATIONSHIPS, MailAccount: readIdentifier('MailAccount') };

/** Reads a new folder. Throws RequestProblems like `readNewMessage`. */
export function readNewFolder(
  body: unknown,
  account: MailAccount,
): { readonly place: FolderPlace; readonly isSubscribed: boolean } {
  const resource = readNewResource(body, 'MailFolder');
  const position = new DocumentPosition('/data');
  const { parent = null, MailAccount } = readRelationships(
    withoutEmptyLinkage(resource.relationships),
    NEW_RELATIONSHIPS,
    position.at('relationships'),
  );
  if (MailAccount !== undefined && MailAccount !== mailAccountResourceId(account.id)) {
    position
      .at('relationships')
      .at('MailAccount')
      .refuse('Must be the account of the address and of the parent.');
  }
  const { name, subscribed } = readAttributes(resource.attributes, NEW_ATTRIBUTES, position.at('attributes'));
  if (!resource.attributes.has('name')) position.at('attributes').at('name').refuse('A folder has a name.');
  position.finish();
  return {
    place: { name: name ?? '', parent: toMailbox(parent, account) },
    isSubscribed: subscribed ?? true,
  };
}

/** Reads the changes. Throws RequestProblems like `readMessageUpdate`. */
export function readFolderUpdate(
  { attributes, relationships }: ChangedResource,
  account: MailAccount,
): FolderUpdate {
  const position = new DocumentPosition('/data');
  const { parent } = readRelationships(relationships, RELATIONSHIPS, position.at('relationships'));
  const { name, subscribed } = readAttributes(attributes, ATTRIBUTES, position.at('attributes'));
  position.finish();
  return {
    isSubscribed: subscribed,
    ...(name !== undefined && { name }),
    ...(parent !== undefined && { parent: toMailbox(parent, account) }),
  };
}

function toMailbox(id: string | null, account: MailAccount): MailboxName | null {
  return id === null ? null : requireFolderOf(account, { id, pointer: PARENT_POINTER });
}
