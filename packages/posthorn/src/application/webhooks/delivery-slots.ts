import type { Webhook, WebhookId } from '../../domain/events/webhook.ts';

const MAX_TOTAL = 400;
const MAX_PER_WEBHOOK = 20;
/** Failing receivers get few attempts each, and at most half the slots. */
const MAX_PER_FAILING = 2;
const MAX_FAILING = MAX_TOTAL / 2;

type Standing = Pick<Webhook, 'id' | 'failingSince'>;

/** Bounds concurrent deliveries: slow receivers leave slots to others. */
export class DeliverySlots {
  readonly #taken = new Map<WebhookId, number>();
  #total = 0;
  #failing = 0;

  /** Deliveries that may begin. */
  free({ id, failingSince }: Standing): number {
    const taken = this.#taken.get(id) ?? 0;
    const isFailing = failingSince !== null;
    const own = (isFailing ? MAX_PER_FAILING : MAX_PER_WEBHOOK) - taken;
    const shared = isFailing ? MAX_FAILING - this.#failing : MAX_TOTAL - this.#total;
    return Math.max(0, Math.min(own, shared, MAX_TOTAL - this.#total));
  }

  /** Takes a slot until the returned function is called. */
  take({ id, failingSince }: Standing): () => void {
    const isFailing = failingSince !== null;
    this.#add(id, { count: 1, isFailing });
    return () => this.#add(id, { count: -1, isFailing });
  }

  #add(id: WebhookId, { count, isFailing }: { readonly count: number; readonly isFailing: boolean }): void {
    const taken = (this.#taken.get(id) ?? 0) + count;
    if (taken === 0) this.#taken.delete(id);
    else this.#taken.set(id, taken);
    this.#total += count;
    if (isFailing) this.#failing += count;
  }
}
