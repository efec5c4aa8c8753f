/** What a document really changes of a folder. */
import type { MailFolders } from '../../../application/folders/mail-folders.ts';
import type { MailboxRef } from '../../../domain/mailbox-ref.ts';
import type { FieldOf } from '../identifiers/resource-types.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { fieldSelection } from '../query/field-selection.ts';
import type { ChangedResource } from '../request-document/resource-document.ts';
import { withoutUnchanged } from '../request-document/unchanged-members.ts';
import { toFolderView } from '../resources/folder-view.ts';
import { presentMailFolder } from '../resources/present-mail-folder.ts';

/** A document about an existing folder. */
interface RequestedChange {
  readonly exchange: Exchange;
  readonly requested: ChangedResource;
  readonly folder: MailboxRef;
}

/** Attributes that are set even if unchanged. */
const SUBSCRIBED = 'subscribed';
/** What can be changed without the knowledge of all folders. */
const CHANGEABLE: ReadonlySet<string> = new Set(['name', 'parent', SUBSCRIBED]);

/**
 * The document without what the folder has already, so that a client can send the whole resource back. Throws what `MailFolders.get`
 * throws.
 */
export async function readRequestedChange(
  mailFolders: MailFolders,
  { exchange, requested, folder }: RequestedChange,
): Promise<ChangedResource> {
  const names = [...requested.attributes.keys(), ...requested.relationships.keys()];
  if (names.every((name) => CHANGEABLE.has(name))) return requested;
  // Names of other fields select nothing.
  const known = names.filter((name) => name !== SUBSCRIBED) as readonly FieldOf<'MailFolder'>[];
  const mask = fieldSelection.maskOf('MailFolder', { client: undefined, names: known });
  const view = toFolderView(folder.account, await mailFolders.get(folder, exchange.signal));
  const fields = { ...exchange.fields, MailFolder: mask };
  return withoutUnchanged(requested, presentMailFolder(view, { fields, urls: exchange.urls }));
}
