import type { NotifyEvent } from '../session/event-group.ts';
import type { OtherNews } from '../session/mailbox-watch.ts';
import type { Session } from '../session/session.ts';
import { queueListName } from './list-name.ts';
import { queueStatus, type StatusItem } from './status-response.ts';

/** An unselected mailbox's STATUS or LIST (RFC 5465 §5). */
export function queueOtherNews(session: Session, news: OtherNews): void {
  if (news.kind === 'name') queueListName(session, news);
  else queueStatus(session, { mailbox: news.mailbox, items: changeItems(session, news.events) });
}

function changeItems(session: Session, events: ReadonlySet<NotifyEvent>): readonly StatusItem[] {
  const hasNumbers = events.has('MessageNew') || events.has('MessageExpunge');
  const { isCondstoreEnabled } = session;
  return [
    ...(hasNumbers ? ['UIDNEXT' as const, 'MESSAGES' as const] : []),
    ...(events.has('FlagChange') ? ['UIDVALIDITY' as const, 'UNSEEN' as const] : []),
    ...(isCondstoreEnabled ? ['HIGHESTMODSEQ' as const] : []),
  ];
}

/** The first STATUS (RFC 5465 §3.1). */
export function initialItems(session: Session, events: ReadonlySet<NotifyEvent>): readonly StatusItem[] {
  const tellsModSeq = events.has('FlagChange') && session.has('CONDSTORE');
  return ['MESSAGES', 'UIDNEXT', 'UIDVALIDITY', ...(tellsModSeq ? ['HIGHESTMODSEQ' as const] : [])];
}
