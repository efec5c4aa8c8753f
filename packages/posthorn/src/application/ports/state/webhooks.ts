import type { MailEvent } from '../../../domain/events/mail-event.ts';
import type { Webhook, WebhookId, WebhookProblem } from '../../../domain/events/webhook.ts';
import type { ApiKey } from '../../../domain/rights/api-key.ts';
import type { RowVersion } from './row-version.ts';

/** A page request, oldest first. */
export interface WebhookListRequest {
  readonly after: Pick<Webhook, 'createdAt' | 'id'> | null;
  /** 1 to 200. */
  readonly limit: number;
}

/** An enabled webhook, its key, and the position up to which deliveries are planned. */
export interface PlannedWebhook {
  readonly webhook: Webhook;
  /** Null: the key is gone. */
  readonly key: ApiKey | null;
  readonly position: number;
}

/** A webhook to disable, and its event. */
export interface WebhookDisabling {
  readonly id: WebhookId;
  readonly problem: WebhookProblem;
  readonly event: MailEvent;
}

/** Webhooks. Throws `store-unavailable`. */
export interface Webhooks {
  find(id: WebhookId): Promise<Webhook | null>;

  list(request: WebhookListRequest): Promise<readonly Webhook[]>;

  /** All, or those of the ids; not of one moment. */
  listEnabled(ids?: readonly WebhookId[]): Promise<readonly PlannedWebhook[]>;

  /**
   * Like `Accounts.save`; null also for an unknown account. A new webhook starts at the log's end. Ignores
   * `createdAt` and the standing; re-enabling forgets failures.
   */
  save(webhook: Webhook): Promise<number | null>;

  /** Includes its deliveries. False when missing, or for another `version`. */
  remove(id: WebhookId, version?: RowVersion): Promise<boolean>;

  /** Disables it and appends the event in one transaction. False if already disabled. */
  disable(disabling: WebhookDisabling): Promise<boolean>;
}
