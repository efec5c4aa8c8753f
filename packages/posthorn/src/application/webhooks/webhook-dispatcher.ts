import { setMaxListeners } from 'node:events';
import type { Webhook, WebhookId } from '../../domain/events/webhook.ts';
import type { ApiKeyId } from '../../domain/rights/api-key.ts';
import { createInterval, type Interval } from '../../domain/values/interval.ts';
import type { AccountRemovals } from '../connected/account-removals.ts';
import { WakeUp } from '../following/wake-up.ts';
import { mapConcurrently } from '../messages/limited-concurrency.ts';
import type { EventLog } from '../ports/state/event-log.ts';
import type { ClaimedDelivery, WebhookDeliveries } from '../ports/state/webhook-deliveries.ts';
import type { Webhooks } from '../ports/state/webhooks.ts';
import type { WebhookTelemetry } from '../ports/webhook-telemetry.ts';
import { CLAIM_MS, type DeliveryAttempts } from './delivery-attempts.ts';
import { DeliveryPlanner } from './delivery-planner.ts';
import { DeliverySlots } from './delivery-slots.ts';
import { EnabledWebhooks } from './enabled-webhooks.ts';
import type { KnownWebhooks } from './known-webhooks.ts';

/** Delivers events to webhooks, also in several processes at once. */
export interface WebhookDispatcher {
  start(): void;
  /** Looks for work at once. */
  wake(): void;
  /** Call it after a change in this process: running deliveries restart, or end with the webhook. */
  noteChange(id: WebhookId): void;
  /** The same for an API key. */
  noteKey(id: ApiKeyId): void;
  /** Ends running deliveries; others repeat them. */
  close(): Promise<void>;
}

/** Dependencies. */
export interface WebhookDispatcherDependencies {
  readonly webhooks: Pick<Webhooks, 'listEnabled'>;
  readonly deliveries: Pick<WebhookDeliveries, 'plan' | 'due' | 'claim' | 'queue' | 'removeEnded'>;
  readonly eventLog: Pick<EventLog, 'list' | 'onAppend'>;
  readonly known: KnownWebhooks;
  readonly attempts: Pick<DeliveryAttempts, 'run'>;
  readonly removals: Pick<AccountRemovals, 'signalOf'>;
  readonly telemetry: Pick<WebhookTelemetry, 'setQueue'>;
  /** Called with the error ending a round. */
  readonly onFailure: (error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Bounds the delay of retries and other processes' events. */
const POLL_MS = 2_000;
const QUEUE_MS = 15_000;
const CLEANING_MS = 60_000;
/** Then the webhook's other accounts have their turn. */
const MAX_IN_ROW = 20;
/** Leaves database connections to others; at a file, claims share commits. */
const MAX_CONCURRENT = 8;
const KEPT_MS = 3 * 24 * 60 * 60_000;
const CLEANING_ROWS = 500;

/** The dispatcher, idle until `start`. */
export function createWebhookDispatcher(dependencies: WebhookDispatcherDependencies): WebhookDispatcher {
  return new Dispatcher(dependencies);
}

class Dispatcher implements WebhookDispatcher {
  readonly #dependencies: WebhookDispatcherDependencies;
  readonly #enabled: EnabledWebhooks;
  readonly #planner: DeliveryPlanner;
  readonly #slots = new DeliverySlots();
  readonly #wakeUp = new WakeUp();
  readonly #stopping = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  readonly #changes = new Map<WebhookId, AbortController>();
  readonly #measuring: Interval;
  readonly #cleaning: Interval;
  #loop: Promise<void> | null = null;

  constructor(dependencies: WebhookDispatcherDependencies) {
    this.#dependencies = dependencies;
    this.#enabled = new EnabledWebhooks(dependencies);
    this.#planner = new DeliveryPlanner(dependencies);
    this.#measuring = createInterval(QUEUE_MS, dependencies.now);
    this.#cleaning = createInterval(CLEANING_MS, dependencies.now);
    setMaxListeners(0, this.#stopping.signal);
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  wake(): void {
    this.#wakeUp.wake();
  }

  noteChange(id: WebhookId): void {
    this.#dependencies.known.forget(id);
    this.#changes.get(id)?.abort(new Error('The webhook was changed.'));
    this.#enabled.noteChange(id);
    this.wake();
  }

  noteKey(id: ApiKeyId): void {
    this.#dependencies.known.forgetKey(id);
    for (const webhook of this.#enabled.ofKey(id)) {
      this.#changes.get(webhook)?.abort(new Error('The key was changed.'));
      this.#enabled.noteChange(webhook);
    }
    this.wake();
  }

  async close(): Promise<void> {
    this.#stopping.abort(new Error('The server stops.'));
    await this.#loop;
    await Promise.all(this.#underWay);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const stopListening = this.#dependencies.eventLog.onAppend(() => this.wake());
    for (let hasMore = false; !signal.aborted; ) {
      if (!hasMore && (await this.#wakeUp.wait(POLL_MS, signal)) === 'aborted') break;
      try {
        hasMore = await this.#round();
      } catch (error) {
        hasMore = false;
        this.#dependencies.onFailure(error);
      }
    }
    stopListening();
  }

  /** True if there is more to plan. */
  async #round(): Promise<boolean> {
    const enabled = await this.#enabled.look();
    const { hasMore, outdated } = await this.#planner.plan(enabled);
    for (const id of outdated) this.#enabled.noteChange(id);
    if (enabled.size > 0) await this.#begin();
    await this.#measure();
    await this.#clean();
    return hasMore && outdated.length === 0;
  }

  async #begin(): Promise<void> {
    const { deliveries, now } = this.#dependencies;
    const due = (await deliveries.due(now())).filter((id) => this.#enabled.has(id));
    await mapConcurrently(due, { maxConcurrent: MAX_CONCURRENT, work: (id) => this.#beginOne(id) });
  }

  async #beginOne(id: WebhookId): Promise<void> {
    const { deliveries, known, now } = this.#dependencies;
    const webhook = await known.find(id);
    const limit = webhook ? this.#slots.free(webhook) : 0;
    if (!webhook || limit === 0) return;
    const claimed = await deliveries.claim({ webhook: id, now: now(), until: now() + CLAIM_MS, limit });
    for (const one of claimed) this.#track(this.#deliver(webhook, one));
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
  }

  async #deliver(webhook: Webhook, claimed: ClaimedDelivery): Promise<void> {
    const { attempts, onFailure } = this.#dependencies;
    const release = this.#slots.take(webhook);
    try {
      let next: ClaimedDelivery | null = claimed;
      for (let count = 1; next !== null; count += 1) {
        const signal = this.#signalFor(next);
        next = await attempts.run({ ...next, goesOn: count < MAX_IN_ROW }, signal);
      }
    } catch (error) {
      onFailure(error);
    } finally {
      release();
      this.wake();
    }
  }

  #signalFor({ delivery: { webhook, account } }: ClaimedDelivery): AbortSignal {
    const known = this.#changes.get(webhook);
    const change = known === undefined || known.signal.aborted ? new AbortController() : known;
    this.#changes.set(webhook, change);
    setMaxListeners(0, change.signal);
    const signals = [this.#stopping.signal, change.signal];
    if (account !== null) signals.push(this.#dependencies.removals.signalOf(account));
    return AbortSignal.any(signals);
  }

  async #measure(): Promise<void> {
    const { deliveries, telemetry, now } = this.#dependencies;
    if (!this.#measuring.take()) return;
    const { pending, oldestAt } = await deliveries.queue();
    telemetry.setQueue({
      pending,
      oldestSeconds: oldestAt === null ? 0 : Math.max(0, now() - oldestAt) / 1000,
    });
  }

  async #clean(): Promise<void> {
    const { deliveries, now } = this.#dependencies;
    if (!this.#cleaning.take()) return;
    const request = { before: now() - KEPT_MS, limit: CLEANING_ROWS };
    while ((await deliveries.removeEnded(request)) === CLEANING_ROWS) this.#stopping.signal.throwIfAborted();
  }
}
