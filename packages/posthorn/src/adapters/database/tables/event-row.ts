import type { LoggedEvent } from '../../../application/ports/state/event-log.ts';
import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import {
  EVENT_KINDS,
  type EventData,
  type EventId,
  type MailEvent,
} from '../../../domain/events/mail-event.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { EventRow } from '../schema.ts';
import { oneOf, readFrom, readRecord } from './stored-json.ts';

/** Null for an erased event. Throws StoreRefusedError for a malformed row. */
export function toLoggedEvent(row: EventRow): LoggedEvent | null {
  const { position, kind, data } = row;
  if (kind === null) return null;
  return readFrom('events', () => ({
    position,
    event: {
      id: row.id as EventId,
      account: row.account_id as MailAccountId | null,
      kind: oneOf(EVENT_KINDS, kind),
      at: row.at,
      ...subjectOf(row),
      data: readRecord(data ?? '') as EventData,
    },
  }));
}

function subjectOf({ mailbox, uid_validity, uid }: EventRow): Pick<MailEvent, 'message' | 'mailbox'> {
  const name = mailbox as MailboxName | null;
  if (name === null || uid === null || uid_validity === null) return { message: null, mailbox: name };
  return { message: { mailbox: name, uidValidity: uid_validity, uid }, mailbox: null };
}
