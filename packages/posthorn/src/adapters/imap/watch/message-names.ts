import type { FetchItem } from 'posthorn-imap';
import type { LastingNames } from '../../../application/ports/mail/watch-connections.ts';
import type { Uid } from '../../../domain/uid.ts';
import { parseHeaderFields } from '../../../message/headers/header-fields.ts';
import { parseMessageId } from '../../../message/headers/message-ids.ts';
import { headerFields } from '../fetch/fetch-items.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import type { ImapSession } from '../session/imap-session.ts';

/** Reads the Message-IDs of messages in the open mailbox, and the server's ids of them. */
export async function readLastingNames(
  session: ImapSession,
  uids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, LastingNames>> {
  const items: readonly FetchItem[] = ['UID', headerFields(['MESSAGE-ID']), ...ownIds(session)];
  const fetched = await fetchMessages(session, { uids: uids as readonly Uid[], items }, signal);
  return new Map(
    [...fetched].map(([uid, { header, emailId = null }]) => {
      const field = parseHeaderFields(header ?? new Uint8Array()).first('Message-ID') ?? '';
      return [uid, { messageId: parseMessageId(field) ?? null, emailId }];
    }),
  );
}

function ownIds({ capabilities }: ImapSession): readonly FetchItem[] {
  if (capabilities.has('OBJECTID')) return ['EMAILID'];
  return capabilities.has('X-GM-EXT-1') ? ['X-GM-MSGID'] : [];
}
