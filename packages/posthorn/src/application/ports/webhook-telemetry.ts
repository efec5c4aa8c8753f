/** Counts deliveries, without receivers. */
export interface WebhookTelemetry {
  addAttempt(outcome: 'delivered' | 'refused' | 'unanswered'): void;
  /** Of all processes. */
  setQueue(queue: { readonly pending: number; readonly oldestSeconds: number }): void;
}
