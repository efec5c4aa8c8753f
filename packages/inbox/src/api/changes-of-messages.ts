import type { Flags } from '../mail/message.ts';
import { groupByFolder } from '../mail/message-id.ts';
import { type Client, resourceOf } from './client.ts';
import { newIdempotencyKey, withQuery } from './parameters.ts';

const MAX_MESSAGES = 1_000;

/** A message's outcome; `newId` only for a changed id. */
export interface ChangedMessage {
  readonly id: string;
  readonly outcome: 'changed' | 'moved' | 'deleted' | 'unknown';
  readonly newId?: string;
}

export type BulkChange =
  | { readonly action: 'update'; readonly seen?: boolean; readonly flagged?: boolean }
  | { readonly action: 'move'; readonly target: string }
  | { readonly action: 'delete'; readonly skipTrash: boolean };

/** Returns the new entity tag. Fails with 412 when the flags changed since. */
export async function setFlags(
  client: Client,
  { id, flags, etag }: { readonly id: string; readonly flags: Flags; readonly etag: string },
): Promise<string | null> {
  const answer = await client.ask(
    withQuery(`MessageItems/${id}`, { 'fields[MessageItem]': 'seen,flagged' }),
    {
      method: 'PATCH',
      headers: { 'if-match': etag },
      body: { data: { type: 'MessageItem', id, attributes: flags } },
    },
  );
  resourceOf(answer.document);
  return answer.etag;
}

/** Changes messages of any folders. */
export async function changeMessages(
  client: Client,
  ids: readonly string[],
  change: BulkChange,
): Promise<readonly ChangedMessage[]> {
  const results: ChangedMessage[] = [];
  for (const [folder, inFolder] of groupByFolder(ids)) {
    for (let start = 0; start < inFolder.length; start += MAX_MESSAGES) {
      results.push(
        ...(await changeChunk(client, { folder, ids: inFolder.slice(start, start + MAX_MESSAGES) }, change)),
      );
    }
  }
  return results;
}

async function changeChunk(
  client: Client,
  { folder, ids }: { readonly folder: string; readonly ids: readonly string[] },
  { action, ...change }: BulkChange,
): Promise<readonly ChangedMessage[]> {
  const { target, ...attributes } = { target: undefined, ...change };
  const relationships = {
    MessageItems: { data: ids.map((id) => ({ type: 'MessageItem', id })) },
    ...(target && { MailFolder: { data: { type: 'MailFolder', id: target } } }),
  };
  const { document } = await client.ask(`MailFolders/${folder}/MessageItems/bulk`, {
    method: 'POST',
    headers: newIdempotencyKey(),
    body: { data: { type: 'MessageBatch', attributes: { action, ...attributes }, relationships } },
  });
  return (document.meta?.results ?? []) as readonly ChangedMessage[];
}
