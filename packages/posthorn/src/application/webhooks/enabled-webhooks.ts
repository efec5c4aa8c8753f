import type { WebhookId } from '../../domain/events/webhook.ts';
import type { ApiKeyId } from '../../domain/rights/api-key.ts';
import { createInterval, type Interval } from '../../domain/values/interval.ts';
import type { Webhooks } from '../ports/state/webhooks.ts';
import type { PlannableWebhook } from './delivery-planner.ts';
import type { KnownWebhooks } from './known-webhooks.ts';

/** Delay of other processes' changes. */
const LIST_MS = 4_000;
/** Added per webhook: reading one takes some 20 µs. */
const WEBHOOK_MS = 1;

/** Dependencies. */
export interface EnabledWebhooksDependencies {
  readonly webhooks: Pick<Webhooks, 'listEnabled'>;
  readonly known: Pick<KnownWebhooks, 'rightsWith'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Enabled webhooks in memory. Rights may be outdated: each attempt checks again. */
export class EnabledWebhooks {
  readonly #dependencies: EnabledWebhooksDependencies;
  readonly #changed = new Set<WebhookId>();
  #interval: Interval;
  #rows: ReadonlyMap<WebhookId, PlannableWebhook> = new Map();

  constructor(dependencies: EnabledWebhooksDependencies) {
    this.#dependencies = dependencies;
    this.#interval = createInterval(LIST_MS, dependencies.now);
  }

  has(id: WebhookId): boolean {
    return this.#rows.has(id);
  }

  /** A key's webhooks. */
  ofKey(key: ApiKeyId): readonly WebhookId[] {
    const webhooks = [...this.#rows.values()].map(({ webhook }) => webhook);
    return webhooks.filter((one) => one.key === key).map(({ id }) => id);
  }

  /** The next look reads it. */
  noteChange(id: WebhookId): void {
    this.#changed.add(id);
  }

  /**
   * The same map until something is read, with the same rows until they are read. Throws `store-unavailable`.
   */
  async look(): Promise<ReadonlyMap<WebhookId, PlannableWebhook>> {
    if (this.#interval.take()) await this.#readAll();
    else if (this.#changed.size > 0) await this.#readChanged();
    return this.#rows;
  }

  async #readAll(): Promise<void> {
    this.#changed.clear();
    try {
      this.#rows = await this.#read();
    } catch (error) {
      this.#interval.end();
      throw error;
    }
    this.#interval = createInterval(LIST_MS + this.#rows.size * WEBHOOK_MS, this.#dependencies.now);
    this.#interval.take();
  }

  async #readChanged(): Promise<void> {
    const ids = [...this.#changed];
    this.#changed.clear();
    try {
      const read = await this.#read(ids);
      const changed = new Set(ids);
      this.#rows = new Map([...[...this.#rows].filter(([id]) => !changed.has(id)), ...read]);
    } catch (error) {
      for (const id of ids) this.#changed.add(id);
      throw error;
    }
  }

  async #read(ids?: readonly WebhookId[]): Promise<ReadonlyMap<WebhookId, PlannableWebhook>> {
    const { webhooks, known } = this.#dependencies;
    const rows = new Map<WebhookId, PlannableWebhook>();
    for (const { key, ...one } of await webhooks.listEnabled(ids)) {
      const rights = await known.rightsWith(one.webhook, key);
      if (rights !== null) rows.set(one.webhook.id, { ...one, rights });
    }
    return rows;
  }
}
