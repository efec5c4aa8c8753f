import { isEventWithin } from '../../../domain/events/event-binding.ts';
import type { MailEvent } from '../../../domain/events/mail-event.ts';
import type { Principal } from '../../../domain/rights/principal.ts';

/** True for events of the key's accounts; events without an account are for keys that open all. */
export function isVisibleTo({ accounts, key }: Principal, event: MailEvent): boolean {
  return isEventWithin(
    { accounts: accounts === 'all' ? null : accounts, boundBy: key === undefined ? [] : [key] },
    event,
  );
}
