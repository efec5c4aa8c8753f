import { secureContextFor } from 'posthorn-imap/tls';
import { createReceiverPolicy } from '../adapters/network/receiver-policy.ts';
import { createWebhookSender } from '../adapters/webhooks/http-webhook-sender.ts';
import { DeliveryAttempts } from '../application/webhooks/delivery-attempts.ts';
import { KnownWebhooks } from '../application/webhooks/known-webhooks.ts';
import { createManagedWebhooks } from '../application/webhooks/managed-webhooks.ts';
import { createWebhookDispatcher } from '../application/webhooks/webhook-dispatcher.ts';
import { createWebhookTests } from '../application/webhooks/webhook-tests.ts';
import { PROGRAM_VERSION } from '../config/program-version.ts';
import { createWebhookRendering } from '../resources/webhook-rendering.ts';
import type { Bindings, Configuration, Services } from './services.ts';

type WebhookName =
  | 'receiverPolicy'
  | 'webhookSender'
  | 'webhookDispatcher'
  | 'managedWebhooks'
  | 'webhookTests';

const USER_AGENT = `Posthorn-Webhooks/${PROGRAM_VERSION}`;

/**
 * Webhook services; null without a store, except policy and sender. `clockAheadMs`: as of `OpenStore`,
 * because nodes compare claims.
 */
export function webhookBindings(
  configuration: Configuration,
  clockAheadMs: () => number = () => 0,
): Pick<Bindings, WebhookName> {
  const { settings, extraRoots } = configuration;
  return {
    receiverPolicy: () => createReceiverPolicy({ allowList: settings.webhookHostsAllow }),
    webhookSender: ({ receiverPolicy: policy, clock: now }) =>
      createWebhookSender({
        ...{ policy, now, userAgent: USER_AGENT },
        secureContext: () => secureContextFor(extraRoots),
      }),
    webhookDispatcher: (services) => dispatcherOf(services, clockAheadMs),
    managedWebhooks: ({ store, receiverPolicy: policy, webhookDispatcher, clock }) =>
      store &&
      createManagedWebhooks({
        ...{ webhooks: store.webhooks, deliveries: store.webhookDeliveries, apiKeys: store.apiKeys },
        ...{ policy, secretBox: store.secretBox, now: () => clock() + clockAheadMs() },
        onChange: (id) => webhookDispatcher?.noteChange(id),
      }),
    webhookTests: ({ store, managedWebhooks: managed, webhookSender: sender, rateLimits, clock: now }) =>
      store &&
      managed &&
      createWebhookTests({ managed, sender, secretBox: store.secretBox, rateLimits, now }),
  };
}

function dispatcherOf(services: Services, clockAheadMs: () => number): Services['webhookDispatcher'] {
  const { store, accountOpening, webhookSender: sender, clock, telemetry, logger } = services;
  const now = (): number => clock() + clockAheadMs();
  if (store === null || accountOpening === null) return null;
  const { webhooks, webhookDeliveries: deliveries, events: eventLog, apiKeys, secretBox } = store;
  const known = new KnownWebhooks({ webhooks, apiKeys, now });
  const rendering = createWebhookRendering({
    messageItems: services.messageItems,
    openAccount: (id, signal) => accountOpening.open({ id }, signal),
    ...{ base: baseOf(services), now },
  });
  const attempts = new DeliveryAttempts({
    ...{ known, deliveries, eventLog, rendering, sender, secretBox, telemetry, now },
    random: Math.random,
  });
  return createWebhookDispatcher({
    ...{ webhooks, deliveries, eventLog, known, attempts, telemetry, now },
    removals: services.accountRemovals,
    onFailure: (err) => logger.error({ err }, 'webhooks are delivered later'),
  });
}

function baseOf({ configuration: { settings } }: Services): string {
  return `${settings.appUrl}/${settings.emailPath}/v1`;
}
