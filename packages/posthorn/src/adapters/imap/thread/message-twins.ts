import type { FetchItem } from 'posthorn-imap';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MessageRef } from '../../../domain/messages/message-ref.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { parseHeaderFields } from '../../../message/headers/header-fields.ts';
import { parseMessageId } from '../../../message/headers/message-ids.ts';
import { headerFields } from '../fetch/fetch-items.ts';
import type { FetchedMessage } from '../fetch/fetched-message.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import type { ImapSession } from '../session/imap-session.ts';

type MailboxMessage = Pick<MessageRef, 'mailbox' | 'uid'>;

/** Omits copies of messages in `mailbox`: Gmail shows labels as mailboxes. */
export async function withoutTwins(
  session: ImapSession,
  { messages, mailbox }: { readonly messages: readonly MailboxMessage[]; readonly mailbox: MailboxName },
  signal: AbortSignal,
): Promise<readonly MailboxMessage[]> {
  const names = [
    mailbox,
    ...new Set(messages.map((message) => message.mailbox).filter((name) => name !== mailbox)),
  ];
  const kept: MailboxMessage[] = [];
  let own: ReadonlySet<string> = new Set();
  for (const name of names) {
    const uids = messages.filter((message) => message.mailbox === name).map(({ uid }) => uid);
    const identities = await readIdentities(session, { mailbox: name, uids }, signal);
    if (name === mailbox) own = new Set(identities.values());
    const isTwin = (uid: Uid): boolean => name !== mailbox && own.has(identities.get(uid) ?? '');
    kept.push(...uids.filter((uid) => !isTwin(uid)).map((uid) => ({ mailbox: name, uid })));
  }
  return kept;
}

async function readIdentities(
  session: ImapSession,
  { mailbox, uids }: { readonly mailbox: MailboxName; readonly uids: readonly Uid[] },
  signal: AbortSignal,
): Promise<ReadonlyMap<Uid, string>> {
  await session.open(mailbox, signal);
  const items: readonly FetchItem[] = ['UID', ...identityItems(session)];
  const fetched = await fetchMessages(session, { uids, items }, signal);
  const identities = [...fetched].map(([uid, message]) => [uid, identityOf(message)] as const);
  return new Map(identities.flatMap(([uid, identity]) => (identity === undefined ? [] : [[uid, identity]])));
}

/** The server's id (RFC 8474 §5.1, Gmail), else the Message-ID. */
function identityItems({ capabilities }: ImapSession): readonly FetchItem[] {
  if (capabilities.has('OBJECTID')) return ['EMAILID'];
  return [capabilities.has('X-GM-EXT-1') ? 'X-GM-MSGID' : headerFields(['MESSAGE-ID'])];
}

function identityOf({ emailId, header }: FetchedMessage): string | undefined {
  if (emailId) return emailId;
  return parseMessageId(parseHeaderFields(header ?? new Uint8Array()).first('Message-ID') ?? '') ?? undefined;
}
