/** Each change assigns a new id and entity tag. */
import type { WrittenText } from '../mail/draft-text.ts';
import type { MailAddress, MessageFile } from '../mail/message.ts';
import { type Answer, type Client, listOf, resourceOf } from './client.ts';
import { FILE_FIELDS, newIdempotencyKey, withQuery } from './parameters.ts';
import { toFile } from './read-resources.ts';

/** A draft's source. */
export interface DraftOrigin {
  readonly kind: 'reply' | 'reply-all' | 'forward';
  readonly messageId: string;
}

/** A draft's editable members. */
export interface DraftAttributes {
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly bcc: readonly MailAddress[];
  readonly subject: string;
}

/** A draft on the server. */
export interface SavedDraft extends DraftAttributes {
  readonly id: string;
  readonly etag: string;
}

/** The result of sending. */
export interface SentMessage {
  readonly accepted: readonly string[];
  readonly rejected: readonly { readonly address: string }[];
}

const DRAFT_FIELDS = { 'fields[MessageItem]': 'to,cc,bcc,subject,draft' };

/** Creates a draft; the origin supplies absent values. */
export async function createDraft(
  client: Client,
  folder: string,
  {
    attributes,
    origin,
  }: { readonly attributes: Partial<DraftAttributes & WrittenText>; readonly origin?: DraftOrigin },
): Promise<SavedDraft> {
  const data = { type: 'MessageItem', attributes, ...(origin && originMembers(origin)) };
  const answer = await client.ask(withQuery(`MailFolders/${folder}/MessageItems`, DRAFT_FIELDS), {
    method: 'POST',
    headers: newIdempotencyKey(),
    body: { data },
  });
  return toSavedDraft(answer);
}

function originMembers({ kind, messageId }: DraftOrigin): object {
  const data = { type: 'MessageItem', id: messageId };
  if (kind === 'forward') return { relationships: { forwards: { data } } };
  return { relationships: { repliesTo: { data } }, meta: { quote: true, replyAll: kind === 'reply-all' } };
}

/** Fails with 412 when the draft changed elsewhere. */
export async function saveDraft(
  client: Client,
  { id, etag }: Pick<SavedDraft, 'id' | 'etag'>,
  attributes: DraftAttributes & WrittenText,
): Promise<SavedDraft> {
  const answer = await client.ask(withQuery(`MessageItems/${id}`, DRAFT_FIELDS), {
    method: 'PATCH',
    headers: { 'if-match': etag },
    body: { data: { type: 'MessageItem', id, attributes } },
  });
  return toSavedDraft(answer);
}

/** Reads a draft. */
export async function readDraft(client: Client, id: string): Promise<SavedDraft> {
  return toSavedDraft(await client.ask(withQuery(`MessageItems/${id}`, DRAFT_FIELDS)));
}

function toSavedDraft({ document, etag }: Answer): SavedDraft {
  const { id, attributes } = resourceOf(document);
  return { ...(attributes as unknown as DraftAttributes), id, etag: etag ?? '*' };
}

/** Attaches files; returns the draft's new id. */
export async function attachFiles(client: Client, draftId: string, files: readonly File[]): Promise<string> {
  const form = new FormData();
  for (const file of files) form.append('file', file, file.name);
  const path = withQuery(`MessageItems/${draftId}/Attachments`, FILE_FIELDS);
  const { document } = await client.ask(path, { method: 'POST', headers: newIdempotencyKey(), body: form });
  return newIdOf(document.meta) ?? draftId;
}

/** Removes a file; returns the draft's new id. */
export async function removeFile(client: Client, draftId: string, fileId: string): Promise<string> {
  const { document } = await client.ask(`Attachments/${fileId}`, { method: 'DELETE' });
  return newIdOf(document.meta) ?? draftId;
}

function newIdOf(meta: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const value = meta?.MessageItem as string | { readonly id?: string } | undefined;
  return typeof value === 'string' ? value : value?.id;
}

/** Lists the attached files. */
export async function filesOfDraft(client: Client, id: string): Promise<readonly MessageFile[]> {
  const { document } = await client.ask(withQuery(`MessageItems/${id}/Attachments`, FILE_FIELDS));
  return listOf(document).map(toFile);
}

/** Sends and files the draft. The key prevents a second sending. */
export async function sendDraft(
  client: Client,
  id: string,
  key: Readonly<Record<string, string>>,
): Promise<SentMessage> {
  const path = withQuery(`MessageItems/${id}/send`, { 'fields[MessageItem]': 'subject' });
  const { document } = await client.ask(path, { method: 'POST', headers: key });
  return document.meta as unknown as SentMessage;
}

/** Deletes a draft for good. */
export async function deleteDraft(client: Client, id: string): Promise<void> {
  await client.ask(withQuery(`MessageItems/${id}`, { skipTrash: 'true' }), { method: 'DELETE' });
}
