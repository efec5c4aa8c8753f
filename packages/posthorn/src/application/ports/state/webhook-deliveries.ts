import type { MailAccountId } from '../../../domain/mail-account.ts';
import type { EventId } from '../../../domain/mail-event.ts';
import type { WebhookId } from '../../../domain/webhook.ts';
import type { Delivery, DeliveryId, ReceiverAnswer } from '../../../domain/webhook-delivery.ts';

/** An event to deliver. */
export interface PlannedDelivery {
  readonly event: EventId;
  readonly position: number;
  readonly account: MailAccountId | null;
  /** False for the event of an account's removal, which outlives it. */
  readonly endsWithAccount: boolean;
  readonly at: number;
}

/** The next deliveries of a webhook. */
export interface DeliveryPlan {
  readonly webhook: WebhookId;
  /** The position that it replaces. */
  readonly from: number;
  readonly to: number;
  readonly deliveries: readonly PlannedDelivery[];
  readonly now: number;
}

/** The exclusive right to deliver for one account and webhook, which lasts until `until`. */
export interface DeliveryClaim {
  readonly webhook: WebhookId;
  /** The account, or empty for events without one. */
  readonly lane: string;
  readonly epoch: number;
}

/** A claim, and the oldest delivery that is pending. */
export interface ClaimedDelivery {
  readonly claim: DeliveryClaim;
  readonly delivery: Delivery;
}

/** Due deliveries of a webhook to claim, the longest due first. */
export interface ClaimRequest {
  readonly webhook: WebhookId;
  readonly now: number;
  readonly until: number;
  readonly limit: number;
}

/** The result of an attempt; `nextAt` and `endedAt` exclude each other. */
export interface DeliveryOutcome extends Pick<Delivery, 'id' | 'status' | 'attempts' | 'failures'> {
  readonly nextAt: number | null;
  readonly endedAt: number | null;
  readonly lastAnswer: ReceiverAnswer | null;
}

/** Standing of a webhook after an attempt. */
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
  /** Until when the next delivery is claimed; null releases the claim. */
  readonly until: number | null;
  readonly now: number;
}

/** Deliveries that wait. */
export interface DeliveryQueue {
  readonly pending: number;
  /** Of the oldest event, in milliseconds since 1970; null for none. */
  readonly oldestAt: number | null;
}

/** A request for a page of deliveries, the newest event first. */
export interface DeliveryListRequest {
  readonly webhook: WebhookId;
  readonly before: Pick<Delivery, 'position'> | null;
  /** 1 to 200. */
  readonly limit: number;
}

/**
 * The deliveries of webhooks, in the order of events for each account and webhook. Those of a disabled
 * webhook wait. Throws MailError `store-unavailable`.
 */
export interface WebhookDeliveries {
  /**
   * Writes deliveries and the webhook's position in one transaction. Leaves out those that exist, and those of
   * removed accounts. False when the position was another or the webhook is disabled or gone.
   */
  plan(plan: DeliveryPlan): Promise<boolean>;

  /** Webhooks with deliveries to claim. */
  due(now: number): Promise<readonly WebhookId[]>;

  /**
   * Of callers in all processes, one claims an account of a webhook at a time. Nothing of a webhook that is
   * disabled or paused.
   */
  claim(request: ClaimRequest): Promise<readonly ClaimedDelivery[]>;

  /**
   * Records the outcome. Returns the next pending delivery under the prolonged claim, else one of another account
   * of the webhook that was due longest, under a claim of its own. Null: there is none that is due, the claim is
   * released, or was lost, when nothing is recorded.
   */
  settle(settlement: Settlement): Promise<ClaimedDelivery | null>;

  /** Makes claimed work due at `at`, without an outcome. */
  release(claim: DeliveryClaim, at: number): Promise<void>;

  /** After a start: the claims of earlier processes end. */
  abandonClaims(): Promise<void>;

  find(id: DeliveryId): Promise<Delivery | null>;

  list(request: DeliveryListRequest): Promise<readonly Delivery[]>;

  /** Makes it pending, and due now. Null when missing. */
  redeliver(id: DeliveryId, now: number): Promise<Delivery | null>;

  queue(): Promise<DeliveryQueue>;

  /** Removes at most `limit` that ended before `before`; returns their number. */
  removeEnded(request: { readonly before: number; readonly limit: number }): Promise<number>;
}
