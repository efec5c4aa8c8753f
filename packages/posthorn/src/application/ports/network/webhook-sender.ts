import type { ReceiverAnswer } from '../../../domain/events/webhook-delivery.ts';
import type { Secret } from '../../../domain/logins/secret.ts';

/** A signed message (Standard Webhooks). */
export interface WebhookMessage {
  readonly url: string;
  /** `webhook-id`, constant over attempts. */
  readonly id: string;
  readonly body: string;
  /** `whsec_…`; each one signs. */
  readonly secrets: readonly Secret[];
}

/** The receiver's answer or failure. */
export interface SentMessage {
  readonly answer: ReceiverAnswer;
  /** From Retry-After; null: absent. */
  readonly retryAfterMs: number | null;
}

/** Sends messages to receivers. */
export interface WebhookSender {
  /** Bounded in time and size; throws only the signal's reason. */
  send(message: WebhookMessage, signal: AbortSignal): Promise<SentMessage>;
}
