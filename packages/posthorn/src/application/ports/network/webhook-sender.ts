import type { Secret } from '../../../domain/secret.ts';
import type { ReceiverAnswer } from '../../../domain/webhook-delivery.ts';

/** A signed message (Standard Webhooks). */
export interface WebhookMessage {
  readonly url: string;
  /** `webhook-id`, the same for each attempt. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
  /** `whsec_…`; each signs. */
  readonly secrets: readonly Secret[];
}

/** The receiver's answer, or why there is none. */
export interface SentMessage {
  readonly answer: ReceiverAnswer;
  /** By Retry-After; null without one. */
  readonly retryAfterMs: number | null;
}

/** Sends messages to receivers. */
export interface WebhookSender {
  /** Bounded in time and size; throws the signal's reason only. */
  send(message: WebhookMessage, signal: AbortSignal): Promise<SentMessage>;
}
