import type { MailAccountId } from '../accounts/mail-account.ts';
import type { Branded } from '../values/brand.ts';
import type { EventId } from './mail-event.ts';
import type { WebhookId } from './webhook.ts';

export type DeliveryId = Branded<string, 'DeliveryId'>;

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The receiver's last answer. */
export interface ReceiverAnswer {
  /** Null without an answer. */
  readonly status: number | null;
  /** The first KiB, or why there is none. */
  readonly text: string;
}

/** One event for one webhook. Times: epoch milliseconds. */
export interface Delivery {
  readonly id: DeliveryId;
  readonly webhook: WebhookId;
  readonly event: EventId;
  /** The event's, in the log. */
  readonly position: number;
  /** Null for events of webhooks. */
  readonly account: MailAccountId | null;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** Failed attempts since it became pending. */
  readonly failures: number;
  /** Null once ended. */
  readonly nextAt: number | null;
  readonly lastAnswer: ReceiverAnswer | null;
  /** The event's. */
  readonly at: number;
  readonly endedAt: number | null;
}
