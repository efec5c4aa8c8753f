import { hash } from 'node:crypto';
import type { MailAccountId } from '../accounts/mail-account.ts';
import type { MailboxName } from '../mailboxes/mailbox-name.ts';
import type { EventId, EventKind } from './mail-event.ts';

/** Ids of `createEventId`. */
export const EVENT_ID = /^[A-Za-z0-9_-]{32}$/;

/** Distinguishes an event. */
export interface EventIdentity {
  /** Null for events of webhooks. */
  readonly account: { readonly id: MailAccountId; readonly createdAt: number } | null;
  readonly kind: EventKind;
  readonly mailbox?: MailboxName;
  readonly uidValidity?: number;
  readonly uid?: number;
  /** A mod-sequence, epoch, new name or state: events of the same thing differ by it. */
  readonly change?: readonly (string | number | bigint | null)[];
}

const OCTETS = 24;

/** Equal for equal events, in any process. */
export function createEventId(identity: EventIdentity): EventId {
  const { account, kind, mailbox, uidValidity, uid, change = [] } = identity;
  const parts = [account?.id, account?.createdAt, kind, mailbox, uidValidity, uid, ...change.map(toText)];
  const digest = hash('sha256', JSON.stringify(parts.map((part) => part ?? null)), 'buffer');
  return digest.subarray(0, OCTETS).toString('base64url') as EventId;
}

function toText(part: string | number | bigint | null): string | null {
  return part === null ? null : String(part);
}
