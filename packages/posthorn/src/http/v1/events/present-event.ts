import type { AccountNews, ChangeEvent, FolderNews } from '../../../application/following/change-reader.ts';
import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { mailFolderResourceId, messageResourceId } from '../../../resources/identifiers/resource-ids.ts';
import type { ServerSentEvent } from '../../answer/server-sent-event.ts';

/** A stream's folder or account. */
export interface EventScope {
  readonly account: MailAccount;
  readonly mailbox: MailboxName | null;
}

/** Presents ids and kinds of change, without mail. */
export function presentEvent(event: ChangeEvent, { account, mailbox }: EventScope): ServerSentEvent {
  return { event: event.kind, id: event.state, data: dataOf(event, { account, mailbox }) };
}

function dataOf(event: ChangeEvent, { account, mailbox }: EventScope): object {
  if (event.kind === 'ended') return { code: event.reason };
  if (event.kind !== 'changes') return {};
  const { isMore: more, folder, account: folders } = event;
  if (folder !== null && mailbox !== null)
    return { ...presentFolderNews(folder, { account, mailbox }), more };
  return folders === null ? {} : { ...presentAccountNews(folders, account), more };
}

function presentFolderNews(
  { uidValidity, created, updated, removed, present }: FolderNews,
  folder: { readonly account: MailAccount; readonly mailbox: MailboxName },
): object {
  const idOf = (uid: Uid): string => messageResourceId({ ...folder, uidValidity, uid });
  return {
    type: 'MessageItem',
    created: created.map(idOf),
    updated: updated.map(idOf),
    removed: (removed.newest(removed.size) as readonly Uid[]).map(idOf),
    ...(present && { present: { uidValidity, uids: present.toText() } }),
  };
}

function presentAccountNews(
  { created, updated, removed, present }: AccountNews,
  account: MailAccount,
): object {
  const idOf = (mailbox: MailboxName): string => mailFolderResourceId({ account, mailbox });
  return {
    type: 'MailFolder',
    created: created.map(idOf),
    updated: updated.map(idOf),
    removed: removed.map(idOf),
    ...(present && { present: { ids: present.map(idOf) } }),
  };
}
