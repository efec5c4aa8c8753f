import type { ManagedWebhooks } from '../../../application/webhooks/managed-webhooks.ts';
import type { WebhookTests } from '../../../application/webhooks/webhook-tests.ts';

/** Webhook services. */
export interface WebhookServices {
  readonly managed: ManagedWebhooks;
  readonly tests: WebhookTests;
}
