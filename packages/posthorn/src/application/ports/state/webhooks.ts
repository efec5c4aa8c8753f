import type { MailEvent } from '../../../domain/mail-event.ts';
import type { Webhook, WebhookId, WebhookProblem } from '../../../domain/webhook.ts';

/** A request for a page of webhooks, the oldest first. */
export interface WebhookListRequest {
  readonly after: Pick<Webhook, 'createdAt' | 'id'> | null;
  /** 1 to 200. */
  readonly limit: number;
}

/** An enabled webhook, and the position in the log up to which its deliveries are planned. */
export interface PlannedWebhook {
  readonly webhook: Webhook;
  readonly position: number;
}

/** The end of a webhook, and its event. */
export interface WebhookDisabling {
  readonly id: WebhookId;
  readonly problem: WebhookProblem;
  readonly event: MailEvent;
}

/** The webhooks. Throws MailError `store-unavailable`. */
export interface Webhooks {
  find(id: WebhookId): Promise<Webhook | null>;

  list(request: WebhookListRequest): Promise<readonly Webhook[]>;

  /** All enabled ones. */
  listEnabled(): Promise<readonly PlannedWebhook[]>;

  /**
   * Replaces version `webhook.epoch`; epoch 0 creates it, at the end of the log. Returns the new epoch, or null
   * for another or missing version, an existing id, or an unknown account. Ignores `createdAt`, and the
   * standing unless it is enabled again, which forgets failures.
   */
  save(webhook: Webhook): Promise<number | null>;

  /** With its deliveries. False when missing. */
  remove(id: WebhookId): Promise<boolean>;

  /** Disables it and appends the event in one transaction. False when it is disabled already. */
  disable(disabling: WebhookDisabling): Promise<boolean>;
}
