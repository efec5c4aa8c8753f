import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import type { EventId } from '../../../domain/events/mail-event.ts';
import type { WebhookId } from '../../../domain/events/webhook.ts';
import type { Delivery, DeliveryId, ReceiverAnswer } from '../../../domain/events/webhook-delivery.ts';

/** An event to deliver. */
export interface PlannedDelivery {
  readonly event: EventId;
  readonly position: number;
  readonly account: MailAccountId | null;
  /** False for an account's removal, which outlives it. */
  readonly endsWithAccount: boolean;
  readonly at: number;
}

/** A webhook's next deliveries. */
export interface DeliveryPlan {
  readonly webhook: WebhookId;
  /** The position to replace. */
  readonly from: number;
  readonly to: number;
  readonly deliveries: readonly PlannedDelivery[];
  readonly now: number;
}

/** The exclusive right to deliver for an account and webhook. */
export interface DeliveryClaim {
  readonly webhook: WebhookId;
  /** The account; empty for events without one. */
  readonly lane: string;
  readonly epoch: number;
}

/** A claim and its oldest pending delivery. */
export interface ClaimedDelivery {
  readonly claim: DeliveryClaim;
  readonly delivery: Delivery;
}

/** A request for due deliveries, longest due first. */
export interface ClaimRequest {
  readonly webhook: WebhookId;
  readonly now: number;
  readonly until: number;
  readonly limit: number;
}

/** An attempt's result. `nextAt` and `endedAt` exclude each other. */
export interface DeliveryOutcome extends Pick<Delivery, 'id' | 'status' | 'attempts' | 'failures'> {
  readonly nextAt: number | null;
  readonly endedAt: number | null;
  readonly lastAnswer: ReceiverAnswer | null;
}

/** A webhook's standing after an attempt. */
export interface AttemptStanding {
  readonly isFailing: boolean;
  /** Null: not paused. */
  readonly pausedUntil: number | null;
}

/** An outcome to record. */
export interface Settlement {
  readonly claim: DeliveryClaim;
  readonly outcome: DeliveryOutcome;
  /** Absent: unchanged. */
  readonly standing?: AttemptStanding | undefined;
  /** The next claim's end; null releases this one. */
  readonly until: number | null;
  readonly now: number;
}

/** Waiting deliveries. */
export interface DeliveryQueue {
  readonly pending: number;
  /** Of the oldest event; epoch milliseconds. */
  readonly oldestAt: number | null;
}

/** A page request, newest event first. */
export interface DeliveryListRequest {
  readonly webhook: WebhookId;
  readonly before: Pick<Delivery, 'position'> | null;
  /** 1 to 200. */
  readonly limit: number;
}

/**
 * Deliveries, in event order per account and webhook. Those of disabled webhooks wait. Throws
 * `store-unavailable`.
 */
export interface WebhookDeliveries {
  /**
   * Writes deliveries and the webhook's position in one transaction. Skips existing ones and removed accounts. False
   * if the position differs, or the webhook is disabled or gone.
   */
  plan(plan: DeliveryPlan): Promise<boolean>;

  due(now: number): Promise<readonly WebhookId[]>;

  /**
   * One caller in all processes claims a webhook's account at a time. Nothing for a disabled or paused
   * webhook.
   */
  claim(request: ClaimRequest): Promise<readonly ClaimedDelivery[]>;

  /**
   * Records the outcome. Returns the next pending delivery under the prolonged claim, else the webhook's
   * longest due one of another account, under its own claim. Null: none is due, the claim is released, or it
   * was lost and nothing is recorded.
   */
  settle(settlement: Settlement): Promise<ClaimedDelivery | null>;

  /** Makes claimed work due at `at`, without an outcome. */
  release(claim: DeliveryClaim, at: number): Promise<void>;

  /** After a start: ends earlier processes' claims. */
  abandonClaims(): Promise<void>;

  find(id: DeliveryId): Promise<Delivery | null>;

  list(request: DeliveryListRequest): Promise<readonly Delivery[]>;

  /** Pending and due now. Null when missing. */
  redeliver(id: DeliveryId, now: number): Promise<Delivery | null>;

  queue(): Promise<DeliveryQueue>;

  /** Removes at most `limit` ended before `before`; returns their number. */
  removeEnded(request: { readonly before: number; readonly limit: number }): Promise<number>;
}
