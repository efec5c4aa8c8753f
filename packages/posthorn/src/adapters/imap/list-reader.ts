/** Reads lists of messages: what has changed, in which order, and then only the rows of the window. */
import { LRUCache } from 'lru-cache';
import type { MessagePage } from '../../application/ports/mail-store.ts';
import type { MailboxCounts } from '../../domain/mailbox.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { MessageCriterion, MessageQuery, MessageSort } from '../../domain/message-query.ts';
import type { Uid } from '../../domain/uid.ts';
import { searchUids, sortUids } from './commands/search.ts';
import type { ImapSession } from './imap-session.ts';
import { readItems } from './item-reader.ts';
import { type MailboxOrder, orderMailbox } from './mailbox-order.ts';
import type { Lease } from './session-pool.ts';

/** Uids that all kept orders may hold together: 5 million are about 40 MB. */
const MAX_KEPT_UIDS = 5_000_000;

interface ListRequest {
  readonly mailbox: MailboxName;
  readonly query: MessageQuery;
}

export class ListReader {
  readonly #orders = new LRUCache<string, MailboxOrder>({
    maxSize: MAX_KEPT_UIDS,
    sizeCalculation: (order) => Math.max(1, order.uids.length),
  });

  /** The page that the query selects. */
  async read(lease: Lease, { mailbox, query }: ListRequest, signal: AbortSignal): Promise<MessagePage> {
    const counts = await lease.session.countMessages(mailbox, signal);
    const ordered = await this.#selectUids(lease, { mailbox, query, counts }, signal);
    const uids = query.window
      ? ordered.slice(query.window.start, query.window.start + query.window.limit)
      : ordered.slice(0, query.maxRows);
    const items =
      query.attributes.size === 0
        ? uids.map((uid) => ({ uid }))
        : await readItems(
            lease.session,
            { uids, attributes: query.attributes, preview: query.preview },
            signal,
          );
    return {
      items,
      total: counts.total,
      unread: counts.unread,
      uidValidity: counts.uidValidity,
      isTruncated: query.window === null && ordered.length > uids.length,
    };
  }

  async #selectUids(
    lease: Lease,
    { mailbox, query, counts }: ListRequest & { counts: MailboxCounts },
    signal: AbortSignal,
  ): Promise<readonly Uid[]> {
    const { criterion, sort } = query;
    const { session } = lease;
    const key = [lease.accountKey, mailbox, sort.key, String(sort.isDescending)].join('\0');
    const known = this.#orders.get(key);
    const isCurrent = known !== undefined && isOrderOf(known, counts);
    if (criterion !== null && !isCurrent && canSort(session, sort)) {
      return sortUids(session, { criterion, sort }, signal);
    }
    const order = await orderMailbox(session, { counts, sort, known }, signal);
    if (order !== known) this.#orders.set(key, order);
    if (criterion === null) return order.uids;
    const matching = await matchingUids(session, criterion, signal);
    return order.uids.filter((uid) => matching.has(uid));
  }
}

function isOrderOf(order: MailboxOrder, counts: MailboxCounts): boolean {
  return (
    order.uidValidity === counts.uidValidity &&
    order.uidNext === counts.uidNext &&
    order.total === counts.total
  );
}

function canSort(
  session: ImapSession,
  sort: MessageSort,
): sort is MessageSort & { key: Exclude<MessageSort['key'], 'uid'> } {
  return sort.key !== 'uid' && session.capabilities.has('SORT');
}

async function matchingUids(
  session: ImapSession,
  criterion: MessageCriterion,
  signal: AbortSignal,
): Promise<ReadonlySet<Uid>> {
  // Named uids need no search; those that do not exist are in no order.
  if (criterion.kind === 'uids') return new Set(criterion.uids);
  return new Set(await searchUids(session, criterion, signal));
}
