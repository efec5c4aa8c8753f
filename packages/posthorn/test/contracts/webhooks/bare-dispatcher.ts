/** A dispatcher over a database, without the rest of a server: for processes that are killed, and the bench. */
import type { storeOf } from '../../../src/adapters/database/open-store.ts';
import { createReceiverPolicy } from '../../../src/adapters/network/receiver-policy.ts';
import { createWebhookSender } from '../../../src/adapters/webhooks/http-webhook-sender.ts';
import { createAccountRemovals } from '../../../src/application/connected/account-removals.ts';
import type { SecretBox } from '../../../src/application/ports/state/secret-box.ts';
import { DeliveryAttempts } from '../../../src/application/webhooks/delivery-attempts.ts';
import { KnownWebhooks } from '../../../src/application/webhooks/known-webhooks.ts';
import {
  createWebhookDispatcher,
  type WebhookDispatcher,
} from '../../../src/application/webhooks/webhook-dispatcher.ts';

const TELEMETRY = { addAttempt: () => undefined, setQueue: () => undefined };

/** Delivers until it is closed, or the process ends; `allow`: hosts and ports of receivers. Writers of the same store wake it. */
export async function startDispatcher(
  store: ReturnType<typeof storeOf>,
  { secretBox, allow }: { readonly secretBox: SecretBox; readonly allow: readonly string[] },
): Promise<WebhookDispatcher> {
  const { webhooks, webhookDeliveries: deliveries, events: eventLog, apiKeys } = store;
  const now = Date.now;
  const known = new KnownWebhooks({ webhooks, apiKeys, now });
  const sender = createWebhookSender({
    ...{ policy: createReceiverPolicy({ allowList: allow }), userAgent: 'test', now },
    secureContext: () => {
      throw new Error('Receivers have no TLS.');
    },
  });
  const rendering = { render: async ({ event }: { readonly event: object }) => JSON.stringify(event) };
  const attempts = new DeliveryAttempts({
    ...{ known, deliveries, eventLog, rendering, sender, secretBox, now },
    ...{ telemetry: TELEMETRY, random: () => 0 },
  });
  const dispatcher = createWebhookDispatcher({
    ...{ webhooks, deliveries, eventLog, known, attempts, telemetry: TELEMETRY, now },
    removals: createAccountRemovals(),
    onFailure: (error) => console.error(error),
  });
  // As a start at a file does.
  await deliveries.abandonClaims();
  dispatcher.start();
  dispatcher.wake();
  return dispatcher;
}
