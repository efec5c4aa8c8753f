/** Each view names its fields; the server reads nothing else. */

export const ROW_FIELDS = {
  'fields[MessageItem]': 'subject,from,to,date,seen,flagged,answered,draft,previewText,inReplyTo,Attachments',
  include: 'Attachments',
  'fields[Attachment]': 'name,inline',
};

export const CONVERSATION_FIELDS = {
  'fields[MessageItem]': 'subject,from,to,cc,bcc,date,seen,flagged,answered,draft,previewText,inReplyTo',
};

export const FOLDER_FIELDS = { 'fields[MailFolder]': 'name,path,folderType,unreadMessages,totalMessages' };

export const FILE_FIELDS = { 'fields[Attachment]': 'name,contentType,size,inline,contentId' };

/** Appends a query to a path. */
export function withQuery(
  path: string,
  ...parameters: readonly (Readonly<Record<string, string>> | readonly (readonly [string, string])[])[]
): string {
  const query = new URLSearchParams();
  for (const group of parameters) {
    for (const [name, value] of Array.isArray(group) ? group : Object.entries(group))
      query.append(name, value);
  }
  return `${path}?${query}`;
}

/** A key for a request that must run once. */
export function newIdempotencyKey(): Readonly<Record<string, string>> {
  return { 'idempotency-key': crypto.randomUUID() };
}
