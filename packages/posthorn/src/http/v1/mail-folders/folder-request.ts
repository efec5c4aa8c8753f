/** The documents that create and change folders. */
import type { FolderPlace } from '../../../application/folders/mail-folder-changes.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import { mailAccountResourceId } from '../identifiers/resource-ids.ts';
import { RESOURCE_TYPES } from '../identifiers/resource-types.ts';
import { type AttributeTable, readAttributes } from '../request-document/attribute-readers.ts';
import { DocumentPlace } from '../request-document/document-place.ts';
import { readBoolean, readText } from '../request-document/document-values.ts';
import {
  readIdentifier,
  readNullable,
  readRelationships,
  requireFolderOf,
  withoutEmptyLinkage,
} from '../request-document/related-identifier.ts';
import { type ChangedResource, readNewResource } from '../request-document/resource-document.ts';

/** Where a document names the folder above. */
export const PARENT_POINTER = '/data/relationships/parent/data';

export interface FolderUpdate extends Partial<FolderPlace> {
  readonly isSubscribed: boolean | undefined;
}

const READERS = { name: readText, subscribed: readBoolean };
const ALL: readonly string[] = RESOURCE_TYPES.find(({ name }) => name === 'MailFolder')?.attributes ?? [];
const ATTRIBUTES: AttributeTable<typeof READERS> = {
  readers: READERS,
  readOnly: ALL.filter((name) => !Object.hasOwn(READERS, name)),
};
/** Null for a name is no name. */
const NEW_ATTRIBUTES = { ...ATTRIBUTES, passesNull: (name: string) => name !== 'name' };
const RELATIONSHIPS = { parent: readNullable(readIdentifier('MailFolder')) };
const NEW_RELATIONSHIPS = { ...RELATIONSHIPS, MailAccount: readIdentifier('MailAccount') };

/** The place of the new folder, at the top without a parent. Throws RequestProblems as `readNewMessage` does. */
export function readNewFolder(
  body: unknown,
  account: MailAccount,
): { readonly place: FolderPlace; readonly isSubscribed: boolean } {
  const resource = readNewResource(body, 'MailFolder');
  const place = new DocumentPlace('/data');
  const { parent = null, MailAccount } = readRelationships(
    withoutEmptyLinkage(resource.relationships),
    NEW_RELATIONSHIPS,
    place.at('relationships'),
  );
  if (MailAccount !== undefined && MailAccount !== mailAccountResourceId(account.id)) {
    place
      .at('relationships')
      .at('MailAccount')
      .refuse('Must be the account of the address and of the parent.');
  }
  const { name, subscribed } = readAttributes(resource.attributes, NEW_ATTRIBUTES, place.at('attributes'));
  if (!resource.attributes.has('name')) place.at('attributes').at('name').refuse('A folder has a name.');
  place.finish();
  return {
    place: { name: name ?? '', parent: toMailbox(parent, account) },
    isSubscribed: subscribed ?? true,
  };
}

/** What is to be changed. Throws RequestProblems as `readMessageUpdate` does. */
export function readFolderUpdate(
  { attributes, relationships }: ChangedResource,
  account: MailAccount,
): FolderUpdate {
  const place = new DocumentPlace('/data');
  const { parent } = readRelationships(relationships, RELATIONSHIPS, place.at('relationships'));
  const { name, subscribed } = readAttributes(attributes, ATTRIBUTES, place.at('attributes'));
  place.finish();
  return {
    isSubscribed: subscribed,
    ...(name !== undefined && { name }),
    ...(parent !== undefined && { parent: toMailbox(parent, account) }),
  };
}

function toMailbox(id: string | null, account: MailAccount): MailboxName | null {
  return id === null ? null : requireFolderOf(account, { id, pointer: PARENT_POINTER });
}
