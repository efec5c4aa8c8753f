/** RFC 5465 §5, §6. */
import type { FetchItem } from './fetch-item.ts';

export type NotifyEvent =
  | 'MessageNew'
  | 'MessageExpunge'
  | 'FlagChange'
  | 'MailboxName'
  | 'SubscriptionChange';

/** Names are decoded Unicode. */
export type MailboxFilter =
  | { readonly kind: 'selected' | 'selected-delayed' | 'inboxes' | 'personal' | 'subscribed' }
  | { readonly kind: 'subtree' | 'mailboxes'; readonly names: readonly string[] };

/** No events: none wanted. */
export interface EventGroup {
  readonly filter: MailboxFilter;
  readonly events: ReadonlySet<NotifyEvent>;
  readonly fetchItems: readonly FetchItem[];
}

/** True for the selected mailbox. */
export function isAboutSelected({ filter }: EventGroup): boolean {
  return filter.kind === 'selected' || filter.kind === 'selected-delayed';
}
