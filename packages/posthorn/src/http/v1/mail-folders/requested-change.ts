import type { MailFolders } from '../../../application/folders/mail-folders.ts';
import type { MailboxRef } from '../../../domain/accounts/mailbox-ref.ts';
import { fieldSelection } from '../../../resources/field-selection.ts';
import { toFolderView } from '../../../resources/folder-view.ts';
import type { FieldOf } from '../../../resources/identifiers/resource-types.ts';
import { presentMailFolder } from '../../../resources/present-mail-folder.ts';
import type { Exchange } from '../json-api/exchange.ts';
import type { ChangedResource } from '../request-document/resource-document.ts';
import { withoutUnchanged } from '../request-document/unchanged-members.ts';

interface RequestedChange {
  readonly exchange: Exchange;
  readonly requested: ChangedResource;
  readonly folder: MailboxRef;
}

/** Set even if unchanged. */
const SUBSCRIBED = 'subscribed';
/** Members that need no list of folders. */
const CHANGEABLE: ReadonlySet<string> = new Set(['name', 'parent', SUBSCRIBED]);

/** Removes unchanged members: clients may send the whole resource. Throws errors of `MailFolders.get`. */
export async function readRequestedChange(
  mailFolders: MailFolders,
  { exchange, requested, folder }: RequestedChange,
): Promise<ChangedResource> {
  const names = [...requested.attributes.keys(), ...requested.relationships.keys()];
  if (names.every((name) => CHANGEABLE.has(name))) return requested;
  const known = names.filter((name) => name !== SUBSCRIBED) as readonly FieldOf<'MailFolder'>[];
  const mask = fieldSelection.maskOf('MailFolder', { client: undefined, names: known });
  const view = toFolderView(folder.account, await mailFolders.get(folder, exchange.signal));
  const fields = { ...exchange.fields, MailFolder: mask };
  return withoutUnchanged(requested, presentMailFolder(view, { fields, urls: exchange.urls }));
}
