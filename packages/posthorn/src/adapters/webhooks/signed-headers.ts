import { Webhook } from 'standardwebhooks';
import type { WebhookMessage } from '../../application/ports/network/webhook-sender.ts';

/** Fields of Standard Webhooks, a signature per secret. `now`: epoch milliseconds. */
export function signedHeaders(
  { id, body, secrets }: Pick<WebhookMessage, 'id' | 'body' | 'secrets'>,
  now: number,
): Readonly<Record<string, string>> {
  const at = new Date(now);
  const signatures = secrets.map((secret) => new Webhook(secret.reveal()).sign(id, at, body));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
