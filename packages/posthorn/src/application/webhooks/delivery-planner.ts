import type { WebhookId } from '../../domain/webhook.ts';
import { mapConcurrently } from '../messages/limited-concurrency.ts';
import type { EventLog, LoggedEvent } from '../ports/state/event-log.ts';
import type { PlannedDelivery, WebhookDeliveries } from '../ports/state/webhook-deliveries.ts';
import type { PlannedWebhook } from '../ports/state/webhooks.ts';
import { type DeliveryRights, isWanted } from './delivery-rights.ts';

/** A webhook, its position in the log, and its rights. */
export interface PlannableWebhook extends PlannedWebhook {
  readonly rights: DeliveryRights;
}

/** Dependencies of the planner. */
export interface DeliveryPlannerDependencies {
  readonly eventLog: Pick<EventLog, 'list'>;
  readonly deliveries: Pick<WebhookDeliveries, 'plan'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Events that are read at once. */
const PAGE = 500;
/** The most events that a restart reads again for a webhook that wants none of them. */
const UNWRITTEN = 1_000;
/** Leaves connections of the database to others; at a file, the writes share commits. */
const MAX_CONCURRENT = 8;

/** How far a planner came. */
export interface PlanningProgress {
  /** There may be more events. */
  readonly hasMore: boolean;
  /** Stored positions are others than those of the request. */
  readonly isOutdated: boolean;
}

interface Reader extends PlannableWebhook {
  /** Ahead of `position`. */
  readonly after: number;
}

/** Makes deliveries of events. Webhooks at about the same position share the reading of the log. */
export class DeliveryPlanner {
  readonly #dependencies: DeliveryPlannerDependencies;
  #stored = new Map<WebhookId, number>();
  #read = new Map<WebhookId, number>();

  constructor(dependencies: DeliveryPlannerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Plans a page of events for each webhook. */
  async plan(webhooks: readonly PlannableWebhook[]): Promise<PlanningProgress> {
    const readers = webhooks.map((one) => this.#toReader(one)).sort((a, b) => a.after - b.after);
    this.#stored = new Map(readers.map(({ webhook, position }) => [webhook.id, position]));
    this.#read = new Map(readers.map(({ webhook, after }) => [webhook.id, after]));
    let hasMore = false;
    let isOutdated = false;
    for (let rest = readers; rest[0] !== undefined; ) {
      const { after } = rest[0];
      const events = await this.#dependencies.eventLog.list({ filter: {}, after, limit: PAGE });
      const to = events.at(-1)?.position ?? after;
      hasMore ||= events.length === PAGE;
      const together = rest.filter((one) => one.after === after || one.after < to);
      rest = rest.slice(together.length);
      const planned = await mapConcurrently(together, {
        maxConcurrent: MAX_CONCURRENT,
        work: (one) => this.#planOne(one, { events, to }),
      });
      isOutdated ||= planned.includes(false);
    }
    return { hasMore, isOutdated };
  }

  #toReader(one: PlannableWebhook): Reader {
    const { id } = one.webhook;
    const position = Math.max(one.position, this.#stored.get(id) ?? 0);
    return { ...one, position, after: Math.max(position, this.#read.get(id) ?? 0) };
  }

  /** False where another process was first, or the webhook has changed. */
  async #planOne(
    { webhook: { id }, webhook, position, rights, after }: Reader,
    { events, to }: { readonly events: readonly LoggedEvent[]; readonly to: number },
  ): Promise<boolean> {
    const { deliveries, now } = this.#dependencies;
    const wanted = events.filter((one) => one.position > after && isWanted(webhook, rights, one.event));
    if (wanted.length === 0 && to - position < UNWRITTEN) {
      this.#read.set(id, to);
      return true;
    }
    // After a failure the events are read again.
    const isWritten = await deliveries.plan({
      ...{ webhook: id, from: position, to, now: now() },
      deliveries: wanted.map(toPlanned),
    });
    if (isWritten) {
      this.#stored.set(id, to);
      this.#read.set(id, to);
    } else this.#forget(id);
    return isWritten;
  }

  #forget(id: WebhookId): void {
    this.#stored.delete(id);
    this.#read.delete(id);
  }
}

function toPlanned({ position, event: { id, account, kind, at } }: LoggedEvent): PlannedDelivery {
  return { event: id, position, account, at, endsWithAccount: kind !== 'account.removed' };
}
