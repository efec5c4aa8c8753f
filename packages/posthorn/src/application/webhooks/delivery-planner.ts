import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Webhook, WebhookId } from '../../domain/events/webhook.ts';
import { mapConcurrently } from '../messages/limited-concurrency.ts';
import type { EventLog, LoggedEvent } from '../ports/state/event-log.ts';
import type { PlannedDelivery, WebhookDeliveries } from '../ports/state/webhook-deliveries.ts';
import { type DeliveryRights, isWanted } from './delivery-rights.ts';

/** An enabled webhook, its rights, and its planning position. */
export interface PlannableWebhook {
  readonly webhook: Webhook;
  readonly position: number;
  readonly rights: DeliveryRights;
}

/** Dependencies. */
export interface DeliveryPlannerDependencies {
  readonly eventLog: Pick<EventLog, 'list'>;
  readonly deliveries: Pick<WebhookDeliveries, 'plan'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Events read at once. */
const PAGE = 500;
/** The most events that a restart rereads for a webhook wanting none. */
const UNWRITTEN = 1_000;
/** Leaves database connections to others; at a file, writes share commits. */
const MAX_CONCURRENT = 8;
/** Comparisons before others have a turn. */
const COMPARED = 20_000;

/** A planner's progress. */
export interface PlanningProgress {
  /** More may follow. */
  readonly hasMore: boolean;
  /** Their stored positions differ from the request's. */
  readonly outdated: readonly WebhookId[];
}

/** A webhook and its positions. */
interface Reader {
  readonly row: PlannableWebhook;
  /** As stored. */
  position: number;
  /** Read up to here: ahead of `position` while none is wanted. */
  after: number;
  /** Events between both. */
  unwritten: number;
}

interface Page {
  readonly events: readonly LoggedEvent[];
  readonly to: number;
}

/** A page's events for a reader. */
interface Finding {
  readonly reader: Reader;
  readonly wanted: readonly LoggedEvent[];
}

/** Plans deliveries. Webhooks at similar positions share readings of the log. */
export class DeliveryPlanner {
  readonly #dependencies: DeliveryPlannerDependencies;
  #rows: ReadonlyMap<WebhookId, PlannableWebhook> = new Map();
  #readers = new Map<WebhookId, Reader>();

  constructor(dependencies: DeliveryPlannerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Plans a page of events per webhook. A row passed again may be older than its planning. */
  async plan(rows: ReadonlyMap<WebhookId, PlannableWebhook>): Promise<PlanningProgress> {
    if (rows !== this.#rows) {
      this.#readers = new Map([...rows].map(([id, row]) => [id, this.#readerOf(row)]));
      this.#rows = rows;
    }
    const outdated: WebhookId[] = [];
    let hasMore = false;
    for (let rest = [...this.#readers.values()].sort((a, b) => a.after - b.after); rest[0] !== undefined; ) {
      const { after } = rest[0];
      const events = await this.#dependencies.eventLog.list({ filter: {}, after, limit: PAGE });
      const page = { events, to: events.at(-1)?.position ?? after };
      hasMore ||= events.length === PAGE;
      const behind = rest.findIndex((one) => one.after !== after && one.after >= page.to);
      const together = behind < 0 ? rest : rest.slice(0, behind);
      rest = rest.slice(together.length);
      if (events.length > 0) outdated.push(...(await this.#planPage(together, page)));
    }
    return { hasMore, outdated };
  }

  #readerOf(row: PlannableWebhook): Reader {
    const { webhook, position } = row;
    const known = this.#readers.get(webhook.id);
    if (known?.row === row) return known;
    // A promoted standby has an earlier position: later deliveries are forgotten.
    if (known === undefined || position < known.position)
      return { row, position, after: position, unwritten: 0 };
    return { ...known, row, position, after: Math.max(position, known.after) };
  }

  /** Returns webhooks with outdated positions. After a failure, events are read again. */
  async #planPage(readers: readonly Reader[], page: Page): Promise<readonly WebhookId[]> {
    const found = await findWanted(readers, page);
    const planned = await mapConcurrently(found, {
      maxConcurrent: MAX_CONCURRENT,
      work: (one) => this.#write(one, page),
    });
    return found.filter((_, index) => planned[index] === false).map(({ reader }) => reader.row.webhook.id);
  }

  /** False if another process was first, or the webhook changed. */
  async #write({ reader, wanted }: Finding, { to }: Page): Promise<boolean> {
    const { deliveries, now } = this.#dependencies;
    const { id } = reader.row.webhook;
    const isWritten = await deliveries.plan({
      ...{ webhook: id, from: reader.position, to, now: now() },
      deliveries: wanted.map(toPlanned),
    });
    if (isWritten) Object.assign(reader, { position: to, after: to, unwritten: 0 });
    else this.#readers.delete(id);
    return isWritten;
  }
}

/** Readers with positions to write; others have read the page. */
async function findWanted(readers: readonly Reader[], { events, to }: Page): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  let compared = 0;
  for (const reader of readers) {
    const { webhook, rights } = reader.row;
    const unread = events.filter(({ position }) => position > reader.after);
    const wanted = unread.filter(({ event }) => isWanted(webhook, rights, event));
    if (wanted.length > 0 || reader.unwritten + unread.length >= UNWRITTEN) found.push({ reader, wanted });
    else Object.assign(reader, { after: to, unwritten: reader.unwritten + unread.length });
    compared += events.length;
    if (compared < COMPARED) continue;
    compared = 0;
    await nextTurn();
  }
  return found;
}

function toPlanned({ position, event: { id, account, kind, at } }: LoggedEvent): PlannedDelivery {
  return { event: id, position, account, at, endsWithAccount: kind !== 'account.removed' };
}
