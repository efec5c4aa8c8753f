/** News of mailboxes that are not selected as STATUS and LIST (RFC 5465 §5). */
import type { NotifyEvent } from '../session/event-group.ts';
import type { OtherNews } from '../session/mailbox-watch.ts';
import type { Session } from '../session/session.ts';
import { queueListName } from './list-name.ts';
import { queueStatus, type StatusItem } from './status-response.ts';

/** Queues STATUS or LIST. */
export function queueOtherNews(session: Session, news: OtherNews): void {
  if (news.kind === 'name') queueListName(session, news);
  else queueStatus(session, { mailbox: news.mailbox, items: changeItems(session, news.events) });
}

/** The items of STATUS after a change. */
function changeItems(session: Session, events: ReadonlySet<NotifyEvent>): readonly StatusItem[] {
  const hasNumbers = events.has('MessageNew') || events.has('MessageExpunge');
  const { isCondstoreEnabled } = session;
  return [
    ...(hasNumbers ? ['UIDNEXT' as const, 'MESSAGES' as const] : []),
    ...(events.has('FlagChange') ? ['UIDVALIDITY' as const, 'UNSEEN' as const] : []),
    ...(isCondstoreEnabled ? ['HIGHESTMODSEQ' as const] : []),
  ];
}

/** The items of STATUS at the beginning, for a client that asked for these events (RFC 5465 §3.1). */
export function initialItems(session: Session, events: ReadonlySet<NotifyEvent>): readonly StatusItem[] {
  const tellsModSeq = events.has('FlagChange') && session.has('CONDSTORE');
  return ['MESSAGES', 'UIDNEXT', 'UIDVALIDITY', ...(tellsModSeq ? ['HIGHESTMODSEQ' as const] : [])];
}
