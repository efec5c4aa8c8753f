import type { MailAccountId } from '../accounts/mail-account.ts';
import type { MailboxName } from '../mailboxes/mailbox-name.ts';

export const EVENT_KINDS = [
  'message.created',
  'message.updated',
  'message.removed',
  'folder.created',
  'folder.updated',
  'folder.removed',
  'folder.reset',
  'account.connected',
  'account.unreachable',
  'account.recovered',
  'account.reauthentication-needed',
  'account.removed',
  'submission.sent',
  'submission.failed',
  'submission.uncertain',
  'submission.bounced',
  'submission.delayed',
  'webhook.disabled',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** The part before the dot. */
export function eventGroupOf(kind: string): string {
  return kind.slice(0, kind.indexOf('.'));
}

declare const eventId: unique symbol;
/** Base64url, 32 characters: a hash, equal for a repetition. */
export type EventId = string & { readonly [eventId]: true };

/** An event's message. */
export interface EventMessage {
  readonly mailbox: MailboxName;
  readonly uidValidity: number;
  readonly uid: number;
}

/** Ids and changed fields' names, never mail text. */
export type EventData = { readonly [name: string]: EventValue };
export type EventValue = string | number | boolean | null | readonly string[];

/** A connected account's event. */
export interface MailEvent {
  readonly id: EventId;
  /** Null for events of webhooks. */
  readonly account: MailAccountId | null;
  readonly kind: EventKind;
  /** When noticed, in epoch milliseconds. */
  readonly at: number;
  readonly message: EventMessage | null;
  /** For events of folders. */
  readonly mailbox: MailboxName | null;
  readonly data: EventData;
  /** Of a removed account: keys and webhooks bound to it. */
  readonly boundReaders?: readonly string[];
}
