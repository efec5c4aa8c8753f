/** Events of the store with defaults for everything that a test does not care about. */
import type { WatchAdvance } from '../../src/application/ports/state/event-log.ts';
import type { MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import { createEventId } from '../../src/domain/events/event-id.ts';
import type { MailEvent } from '../../src/domain/events/mail-event.ts';
import type { MailboxName } from '../../src/domain/mailboxes/mailbox-name.ts';
import { buildAccount } from './stored-samples.ts';

const INBOX = 'INBOX' as MailboxName;
const JANE = 'jane' as MailAccountId;

/** The event of a new message; its id is that of the uid unless one is given. */
export function buildEvent(changes: Partial<MailEvent> & { readonly uid?: number } = {}): MailEvent {
  const { uid = 1, ...given } = changes;
  const account = given.account === undefined ? JANE : given.account;
  const kind = given.kind ?? 'message.created';
  return {
    id: createEventId({ account: account && { id: account, createdAt: 1 }, kind, uid }),
    account,
    kind,
    at: 1_764_000_000_000,
    message: { mailbox: INBOX, uidValidity: 1, uid },
    mailbox: null,
    data: {},
    ...given,
  };
}

/** An advance of an account with default values that writes events and no position. */
export function buildAdvance(changes: Partial<WatchAdvance> = {}): WatchAdvance {
  return {
    account: JANE,
    createdAt: buildAccount().createdAt,
    positions: [],
    removed: [],
    events: [],
    ...changes,
  };
}
