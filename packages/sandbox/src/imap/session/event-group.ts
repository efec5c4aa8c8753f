/** The event groups of NOTIFY: which events of which mailboxes (RFC 5465 §5, §6). */
import type { FetchItem } from './fetch-item.ts';

/** An event that a client can be notified of. */
export type NotifyEvent =
  | 'MessageNew'
  | 'MessageExpunge'
  | 'FlagChange'
  | 'MailboxName'
  | 'SubscriptionChange';

/** Which mailboxes a group is about. Names are decoded Unicode. */
export type MailboxFilter =
  | { readonly kind: 'selected' | 'selected-delayed' | 'inboxes' | 'personal' | 'subscribed' }
  | { readonly kind: 'subtree' | 'mailboxes'; readonly names: readonly string[] };

/** Events of mailboxes. No events: the client wants none. */
export interface EventGroup {
  readonly filter: MailboxFilter;
  readonly events: ReadonlySet<NotifyEvent>;
  /** What is fetched of new messages; only of the selected mailbox. */
  readonly fetchItems: readonly FetchItem[];
}

/** True when the group is about the mailbox that is selected, whichever that is. */
export function isAboutSelected({ filter }: EventGroup): boolean {
  return filter.kind === 'selected' || filter.kind === 'selected-delayed';
}
