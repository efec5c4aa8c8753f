/** Webhooks of the store with defaults for everything that a test does not care about. */
import type { PlannedDelivery } from '../../src/application/ports/state/webhook-deliveries.ts';
import type { MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import type { EventId } from '../../src/domain/events/mail-event.ts';
import type { Webhook, WebhookId } from '../../src/domain/events/webhook.ts';
import type { SealedSecret } from '../../src/domain/logins/sealed-secret.ts';
import type { ApiKeyId } from '../../src/domain/rights/api-key.ts';

const AT = 1_764_000_000_000;

/** A webhook for all events of all accounts, not stored yet. */
export function buildWebhook(changes: Partial<Webhook> = {}): Webhook {
  return {
    id: 'hook' as WebhookId,
    url: 'https://hooks.example.org/in',
    ...{ kinds: [], fields: [], accounts: null },
    key: 'key1' as ApiKeyId,
    ...{ isEnabled: true, problem: null, failingSince: null, pausedUntil: null },
    secret: 'v1.k.n.c' as SealedSecret,
    ...{ previousSecret: null, previousEndsAt: null },
    createdAt: AT,
    epoch: 0,
    ...changes,
  };
}

/** A delivery to plan, of the event that its position names. */
export function buildDelivery(changes: Partial<PlannedDelivery> = {}): PlannedDelivery {
  const { position = 1 } = changes;
  return {
    event: `event-${position}` as EventId,
    position,
    account: 'jane' as MailAccountId,
    endsWithAccount: true,
    at: AT,
    ...changes,
  };
}
