import type { MailboxRef } from '../../domain/accounts/mailbox-ref.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { MessageQuery } from '../../domain/messages/message-query.ts';
import type { MessageRef } from '../../domain/messages/message-ref.ts';
import type { Uid } from '../../domain/values/uid.ts';
import type { MailStore, MessageSelection } from '../ports/mail/mail-store.ts';
import type { FoundMessage } from './found-message.ts';
import { mapConcurrently } from './limited-concurrency.ts';

/** An account has few connections. */
const MAX_CONCURRENT_READS = 3;

interface Reading {
  readonly mailStore: MailStore;
  readonly messages: Iterable<MessageRef>;
  readonly selection: MessageSelection;
}

/** Reads each folder's messages by one list. Omits vanished ones. */
export async function readMessages(
  { mailStore, messages, selection }: Reading,
  signal: AbortSignal,
): Promise<readonly FoundMessage[]> {
  const pages = await mapConcurrently(groupByMailbox(messages), {
    maxConcurrent: MAX_CONCURRENT_READS,
    work: async ({ account, mailbox, uids }) => {
      const query = queryOf([...uids], selection);
      const { items, uidValidity } = await mailStore.listMessages({ account, mailbox, query }, signal);
      return items.map((item) => ({ mailbox, uidValidity, item }));
    },
  });
  return pages.flat();
}

interface MailboxUids extends MailboxRef {
  readonly uids: Set<Uid>;
}

function groupByMailbox(messages: Iterable<MessageRef>): readonly MailboxUids[] {
  const groups = new Map<MailboxName, MailboxUids>();
  for (const { account, mailbox, uid } of messages) {
    const group = groups.get(mailbox);
    if (group === undefined) groups.set(mailbox, { account, mailbox, uids: new Set([uid]) });
    else group.uids.add(uid);
  }
  return [...groups.values()];
}

function queryOf(uids: readonly Uid[], selection: MessageSelection): MessageQuery {
  return {
    window: null,
    maxRows: uids.length,
    order: [{ key: 'uid', isDescending: false }],
    criterion: { kind: 'uids', uids },
    ...selection,
  };
}
