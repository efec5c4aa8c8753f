import type { Folder, MailAddress } from '../mail/message.ts';
import { type Client, listOf, type Resource, resourceOf } from './client.ts';
import { FOLDER_FIELDS, newIdempotencyKey, withQuery } from './parameters.ts';
import { toFolder } from './read-resources.ts';

/** A mail account. */
export interface Account {
  readonly id: string;
  readonly from: MailAddress;
}

/** Folders and the state for their changes (docs/changes.md). */
export interface FolderState {
  readonly folders: readonly Folder[];
  readonly state: string;
}

/** The login's accounts. */
export async function listAccounts(client: Client): Promise<readonly Account[]> {
  const { document } = await client.ask('MailAccounts?fields[MailAccount]=from');
  return listOf(document).map(({ id, attributes }) => ({ id, from: attributes?.from as MailAddress }));
}

/** An account's folders. */
export async function listFolders(client: Client, account: string): Promise<FolderState> {
  const { document } = await client.ask(withQuery(`MailAccounts/${account}/MailFolders`, FOLDER_FIELDS));
  return { folders: listOf(document).map(toFolder), state: String(document.meta?.state) };
}

/** Updates folders with changes since their state. */
export async function followFolders(
  client: Client,
  account: string,
  known: FolderState,
): Promise<FolderState> {
  let { folders, state } = known;
  for (let more = true; more; ) {
    const path = withQuery(`MailAccounts/${account}/changes`, FOLDER_FIELDS, { since: state });
    const { data, meta } = await askList(client, path);
    const present = (meta.present as { readonly ids?: readonly string[] } | undefined)?.ids;
    const removed = new Set(meta.removed as readonly string[]);
    const isThere = ({ id }: Folder) => !removed.has(id) && (present === undefined || present.includes(id));
    folders = mergeFolders(folders.filter(isThere), data.map(toFolder));
    state = String(meta.state);
    more = meta.more === true;
  }
  return { folders, state };
}

async function askList(client: Client, path: string) {
  const { document } = await client.ask(path);
  return { data: listOf(document), meta: document.meta ?? {} };
}

function mergeFolders(folders: readonly Folder[], changed: readonly Folder[]): readonly Folder[] {
  const byId = new Map(changed.map((folder) => [folder.id, folder]));
  const known = folders.map((folder) => byId.get(folder.id) ?? folder);
  const ids = new Set(folders.map(({ id }) => id));
  return [...known, ...changed.filter(({ id }) => !ids.has(id))];
}

/** Creates a top-level folder. */
export async function createFolder(client: Client, account: string, name: string): Promise<Folder> {
  const data: Omit<Resource, 'id'> = { type: 'MailFolder', attributes: { name } };
  const { document } = await client.ask(withQuery(`MailAccounts/${account}/MailFolders`, FOLDER_FIELDS), {
    method: 'POST',
    headers: newIdempotencyKey(),
    body: { data },
  });
  return toFolder(resourceOf(document));
}
