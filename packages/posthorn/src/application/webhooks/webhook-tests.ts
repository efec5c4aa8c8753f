import { createHash, randomBytes } from 'node:crypto';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { WebhookId } from '../../domain/events/webhook.ts';
import type { Delivery, DeliveryId } from '../../domain/events/webhook-delivery.ts';
import type { ApiKeyId } from '../../domain/rights/api-key.ts';
import type { WebhookSender } from '../ports/network/webhook-sender.ts';
import type { RateLimits } from '../ports/state/rate-limits.ts';
import type { SecretBox } from '../ports/state/secret-box.ts';
import { openSecrets } from './delivery-attempts.ts';
import type { ManagedWebhooks } from './managed-webhooks.ts';

/** A test, sent once. */
export type TestDelivery = Pick<Delivery, 'id' | 'status' | 'attempts' | 'lastAnswer' | 'nextAt'>;

/** Tests webhooks, including disabled ones. */
export interface WebhookTests {
  /** Throws `webhook-unknown`, and `rate-limited` above 10 a minute per webhook. */
  run(maker: ApiKeyId, id: WebhookId, signal: AbortSignal): Promise<TestDelivery>;
}

/** Dependencies. */
export interface WebhookTestsDependencies {
  readonly managed: Pick<ManagedWebhooks, 'get'>;
  readonly sender: WebhookSender;
  readonly secretBox: Pick<SecretBox, 'open'>;
  readonly rateLimits: RateLimits;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const RULE = { capacity: 10, periodMs: 60_000 };
const ID_OCTETS = 12;

/** The service. */
export function createWebhookTests(dependencies: WebhookTestsDependencies): WebhookTests {
  const { managed, sender, rateLimits, now } = dependencies;
  return {
    async run(maker, id, signal) {
      const webhook = await managed.get(maker, id);
      await requireFew(rateLimits, id);
      const test = `test_${randomBytes(ID_OCTETS).toString('hex')}` as DeliveryId;
      const body = JSON.stringify({
        ...{ type: 'webhook.test', timestamp: new Date(now()).toISOString() },
        data: { type: 'Webhook', id },
      });
      const secrets = openSecrets(webhook, dependencies);
      const { answer } = await sender.send({ url: webhook.url, id: test, body, secrets }, signal);
      const isDelivered = answer.status !== null && answer.status >= 200 && answer.status < 300;
      const status = isDelivered ? 'delivered' : 'failed';
      return { id: test, status, attempts: 1, lastAnswer: answer, nextAt: null };
    },
  };
}

/** Receivers may be anybody, and must not be flooded. */
async function requireFew(rateLimits: RateLimits, id: WebhookId): Promise<void> {
  const name = createHash('sha256').update(`webhook test ${id}`).digest('base64url');
  const waitMs = await rateLimits.take({ name, rule: RULE, units: 1 });
  if (waitMs === 0) return;
  throw new MailError('rate-limited', {
    detail: 'A webhook is tested 10 times a minute at most.',
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}
