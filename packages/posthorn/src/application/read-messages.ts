/** Reads messages from several folders of an account. */
import type { MailAccount } from '../domain/mail-account.ts';
import type { MailboxName } from '../domain/mailbox-name.ts';
import type { MessageQuery } from '../domain/message-query.ts';
import type { Uid } from '../domain/uid.ts';
import type { FoundMessage } from './found-message.ts';
import { mapConcurrently } from './limited-concurrency.ts';
import type { MailStore, MessagePlace, MessageSelection } from './ports/mail-store.ts';

/** Folders that are read side by side; an account has a few connections only. */
const MAX_CONCURRENT_READS = 3;

interface Reading {
  readonly mailStore: MailStore;
  readonly account: MailAccount;
  readonly places: Iterable<MessagePlace>;
  readonly selection: MessageSelection;
}

/** The messages folder by folder, each folder with one list. What has vanished is left out. */
export async function readMessages(
  { mailStore, account, places, selection }: Reading,
  signal: AbortSignal,
): Promise<readonly FoundMessage[]> {
  const pages = await mapConcurrently([...groupByMailbox(places)], {
    maxConcurrent: MAX_CONCURRENT_READS,
    work: async ([mailbox, uids]) => {
      const query = queryOf([...uids], selection);
      const { items, uidValidity } = await mailStore.listMessages(account, mailbox, query, signal);
      return items.map((item) => ({ mailbox, uidValidity, item }));
    },
  });
  return pages.flat();
}

function groupByMailbox(places: Iterable<MessagePlace>): ReadonlyMap<MailboxName, ReadonlySet<Uid>> {
  const groups = new Map<MailboxName, Set<Uid>>();
  for (const { mailbox, uid } of places) {
    const uids = groups.get(mailbox);
    if (uids === undefined) groups.set(mailbox, new Set([uid]));
    else uids.add(uid);
  }
  return groups;
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
