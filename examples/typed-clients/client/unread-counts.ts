/** Reads folders with the functions that `@hey-api/openapi-ts` has generated into the folders `hey-api-v0` and `hey-api-v1`. */
import { createClient as createClientOfV0 } from './hey-api-v0/client';
import { listMailFolders as listMailFoldersOfV0 } from './hey-api-v0/sdk.gen';
import { createClient } from './hey-api-v1/client';
import { listMailFolders } from './hey-api-v1/sdk.gen';

/** Null: the folder holds no messages itself. */
type UnreadCounts = readonly (readonly [name: string | undefined, unread: number | null | undefined])[];

/** The folders of an account with their unread messages, by version 1. */
export async function unreadCounts(baseUrl: string, authorization: string): Promise<UnreadCounts> {
  const client = createClient({ baseUrl, headers: { authorization } });
  const { data } = await listMailFolders({ client, path: { mailAccountId: 'demo' } });
  return data?.data.map(({ attributes }) => [attributes.name, attributes.unreadMessages]) ?? [];
}

/** The same by version 0. */
export async function unreadCountsOfV0(baseUrl: string, authorization: string): Promise<UnreadCounts> {
  const client = createClientOfV0({ baseUrl, headers: { authorization } });
  const { data } = await listMailFoldersOfV0({ client, path: { mailAccountId: 'demo' } });
  return data?.data.map(({ name, unreadCount }) => [name, unreadCount]) ?? [];
}
