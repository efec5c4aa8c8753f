import type { WebhookId } from '../../domain/webhook.ts';
import { mapConcurrently } from '../messages/limited-concurrency.ts';
import type { EventLog, LoggedEvent } from '../ports/state/event-log.ts';
import type { PlannedDelivery, WebhookDeliveries } from '../ports/state/webhook-deliveries.ts';
import type { PlannedWebhook } from '../ports/state/webhooks.ts';
import { type DeliveryRights, isWanted } from './delivery-rights.ts';

/** A webhook with log position and rights. */
export interface PlannableWebhook extends PlannedWebhook {
  readonly rights: DeliveryRights;
}

/** Dependencies of the planner. */
export interface DeliveryPlannerDependencies {
  readonly eventLog: Pick<EventLog, 'list'>;
  readonly deliveries: Pick<WebhookDeliveries, 'plan'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Events per read. */
const PAGE = 500;
/** Bounds what a restart reads again for a webhook that wants none of the events. */
const UNWRITTEN = 1_000;
/** Leaves database connections to others; at a file, writes share commits. */
const MAX_CONCURRENT = 8;

/** The result of planning. */
export interface PlanningProgress {
  /** More events may exist. */
  readonly hasMore: boolean;
  /** Stored positions differ from the request's. */
  readonly isOutdated: boolean;
}

/** How far the deliveries of a webhook are planned. */
interface Progress {
  /** The stored one. */
  readonly position: number;
  /** Events up to there are read: ahead of `position` while none is wanted. */
  readonly after: number;
  /** The events between both. */
  readonly unwritten: number;
}

interface Reader extends PlannableWebhook, Progress {}

/** Plans deliveries. Webhooks at similar positions share a read of the log. */
export class DeliveryPlanner {
  readonly #dependencies: DeliveryPlannerDependencies;
  #listed: readonly PlannableWebhook[] = [];
  #progress = new Map<WebhookId, Progress>();

  constructor(dependencies: DeliveryPlannerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Plans a page of events for each webhook. The same list again may be older than what was planned since. */
  async plan(webhooks: readonly PlannableWebhook[]): Promise<PlanningProgress> {
    const readers = webhooks
      .map((one) => ({ ...one, ...this.#progressOf(one, webhooks) }))
      .sort((a, b) => a.after - b.after);
    this.#listed = webhooks;
    this.#progress = new Map(
      readers.map(({ webhook, position, after, unwritten }) => [webhook.id, { position, after, unwritten }]),
    );
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

  #progressOf({ webhook, position }: PlannableWebhook, listed: readonly PlannableWebhook[]): Progress {
    const known = this.#progress.get(webhook.id);
    if (known !== undefined && listed === this.#listed) return known;
    // A standby that was promoted has an earlier position: deliveries after it are forgotten.
    if (known === undefined || position < known.position) return { position, after: position, unwritten: 0 };
    return { ...known, position, after: Math.max(position, known.after) };
  }

  /** False: another process was first, or the webhook has changed. */
  async #planOne(
    { webhook: { id }, webhook, position, rights, after, unwritten }: Reader,
    { events, to }: { readonly events: readonly LoggedEvent[]; readonly to: number },
  ): Promise<boolean> {
    const { deliveries, now } = this.#dependencies;
    const found = events.filter((one) => one.position > after);
    const wanted = found.filter((one) => isWanted(webhook, rights, one.event));
    const read = { position, after: to, unwritten: unwritten + found.length };
    if (wanted.length === 0 && read.unwritten < UNWRITTEN) {
      this.#progress.set(id, read);
      return true;
    }
    // After a failure, the events are read again.
    const isWritten = await deliveries.plan({
      ...{ webhook: id, from: position, to, now: now() },
      deliveries: wanted.map(toPlanned),
    });
    if (isWritten) this.#progress.set(id, { position: to, after: to, unwritten: 0 });
    else this.#progress.delete(id);
    return isWritten;
  }
}

function toPlanned({ position, event: { id, account, kind, at } }: LoggedEvent): PlannedDelivery {
  return { event: id, position, account, at, endsWithAccount: kind !== 'account.removed' };
}
