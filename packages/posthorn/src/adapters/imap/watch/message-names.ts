import type { FetchItem } from 'posthorn-imap';
import type { LastingNames } from '../../../application/ports/mail/watch-connections.ts';
import type { MessageItem, MessageItemAttribute } from '../../../domain/messages/message-item.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { parseHeaderFields } from '../../../message/headers/header-fields.ts';
import { parseMessageId } from '../../../message/headers/message-ids.ts';
import { fetchItems, headerFields } from '../fetch/fetch-items.ts';
import type { FetchedMessage } from '../fetch/fetched-message.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import { toMessageItem } from '../fetch/message-values.ts';
import type { ImapSession } from '../session/imap-session.ts';

/** Messages, and names by uid. */
export interface NamedMessages {
  /** In order of the uids. */
  readonly items: readonly MessageItem[];
  readonly names: ReadonlyMap<number, LastingNames>;
}

/** The open mailbox's messages with Message-IDs and server ids, in one FETCH. */
export async function readNamed(
  session: ImapSession,
  {
    uids,
    attributes,
  }: { readonly uids: readonly Uid[]; readonly attributes: ReadonlySet<MessageItemAttribute> },
  signal: AbortSignal,
): Promise<NamedMessages> {
  const items = [...fetchItems(attributes), headerFields(['MESSAGE-ID']), ...ownIds(session)];
  const fetched = await fetchMessages(session, { uids, items }, signal);
  const messages = uids.flatMap((uid) => fetched.get(uid) ?? []);
  return {
    items: messages.map((message) => toMessageItem(message, attributes, '')),
    names: new Map(messages.map((message) => [message.uid, namesOf(message)])),
  };
}

function namesOf({ header, emailId = null }: FetchedMessage): LastingNames {
  const field = parseHeaderFields(header ?? new Uint8Array()).first('Message-ID') ?? '';
  return { messageId: parseMessageId(field) ?? null, emailId };
}

function ownIds({ capabilities }: ImapSession): readonly FetchItem[] {
  if (capabilities.has('OBJECTID')) return ['EMAILID'];
  return capabilities.has('X-GM-EXT-1') ? ['X-GM-MSGID'] : [];
}
