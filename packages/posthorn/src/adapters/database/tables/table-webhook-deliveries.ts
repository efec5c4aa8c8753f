import { randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { SecretBox } from '../../../application/ports/state/secret-box.ts';
import type {
  ClaimedDelivery,
  ClaimRequest,
  DeliveryClaim,
  DeliveryListRequest,
  DeliveryPlan,
  DeliveryQueue,
  PlannedDelivery,
  Settlement,
  WebhookDeliveries,
} from '../../../application/ports/state/webhook-deliveries.ts';
import type { WebhookId } from '../../../domain/events/webhook.ts';
import type { Delivery, DeliveryId } from '../../../domain/events/webhook-delivery.ts';
import type { Database } from '../database.ts';
import type { Schema, WebhookDeliveryRow } from '../schema.ts';
import { batchesOf } from './batches.ts';
import {
  type ClaimedRow,
  claimDue,
  findDueWebhooks,
  headOf,
  moveClaim,
  openLanes,
  removeLane,
} from './delivery-lanes.ts';
import { toDelivery, toOutcomeColumns, toPlannedRow } from './delivery-row.ts';
import { transactOrUndo, Undone } from './versioned.ts';

const ID_OCTETS = 12;

/** Deliveries; answers are sealed. */
export function createTableWebhookDeliveries(database: Database, secretBox: SecretBox): WebhookDeliveries {
  return new TableWebhookDeliveries(database, secretBox);
}

class TableWebhookDeliveries implements WebhookDeliveries {
  readonly #database: Database;
  readonly #secretBox: SecretBox;

  constructor(database: Database, secretBox: SecretBox) {
    this.#database = database;
    this.#secretBox = secretBox;
  }

  get #isShared(): boolean {
    return this.#database.engine === 'postgres';
  }

  plan(plan: DeliveryPlan): Promise<boolean> {
    const isShared = this.#isShared;
    const write = (transaction: Transaction<Schema>) => writePlan(transaction, { plan, isShared });
    return this.#database.transactTogether(write, plan.deliveries.length + 1);
  }

  async due(now: number): Promise<readonly WebhookId[]> {
    const rows = await this.#database.run((kysely) => findDueWebhooks(kysely, now));
    return rows.map(({ id }) => id as WebhookId);
  }

  async claim(request: ClaimRequest): Promise<readonly ClaimedDelivery[]> {
    const isShared = this.#isShared;
    const claim = (transaction: Transaction<Schema>) => claimDue(transaction, { ...request, isShared });
    const claimed = await this.#database.transactTogether(claim);
    return claimed.map((one) => this.#toClaimed(one));
  }

  async settle(settlement: Settlement): Promise<ClaimedDelivery | null> {
    const [secretBox, isShared] = [this.#secretBox, this.#isShared];
    let next: ClaimedRow | null = null;
    const isWritten = await transactOrUndo(this.#database, async (transaction) => {
      next = await writeOutcome(transaction, { settlement, secretBox, isShared });
    });
    // A repeated transaction may have lost its earlier claim.
    return isWritten && next !== null ? this.#toClaimed(next) : null;
  }

  async release(claim: DeliveryClaim, at: number): Promise<void> {
    await this.#database.run((kysely) => moveClaim(kysely, { claim, until: 0, nextAt: at }));
  }

  async abandonClaims(): Promise<void> {
    await this.#database.run((kysely) =>
      kysely
        .updateTable('webhook_lanes')
        .set(({ eb }) => ({ claimed_until: 0, epoch: eb('epoch', '+', 1) }))
        .where('claimed_until', '>', sql<number>`0`)
        .execute(),
    );
  }

  async find(id: DeliveryId): Promise<Delivery | null> {
    const row = await this.#database.run((kysely) => findRow(kysely, id));
    return row === undefined ? null : this.#toDelivery(row);
  }

  async list({ webhook, before, limit }: DeliveryListRequest): Promise<readonly Delivery[]> {
    const rows = await this.#database.run((kysely) =>
      kysely
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('webhook_id', '=', webhook)
        .$if(before !== null, (query) => query.where('position', '<', before?.position ?? 0))
        .orderBy('position', 'desc')
        .limit(limit)
        .execute(),
    );
    return rows.map((row) => this.#toDelivery(row));
  }

  async redeliver(id: DeliveryId, now: number): Promise<Delivery | null> {
    const row = await this.#database.transact((transaction) => makePending(transaction, { id, now }));
    return row === undefined ? null : this.#toDelivery(row);
  }

  async queue(): Promise<DeliveryQueue> {
    const row = await this.#database.run((kysely) =>
      kysely
        .selectFrom('webhook_deliveries')
        .select(({ fn }) => [fn.countAll<number>().as('pending'), fn.min('at').as('oldest')])
        .where('status', '=', sql<string>`'pending'`)
        .executeTakeFirstOrThrow(),
    );
    return { pending: Number(row.pending), oldestAt: row.oldest };
  }

  async removeEnded({ before, limit }: { readonly before: number; readonly limit: number }): Promise<number> {
    const { numDeletedRows } = await this.#database.run((kysely) =>
      kysely
        .deleteFrom('webhook_deliveries')
        .where('id', 'in', (from) =>
          from
            .selectFrom('webhook_deliveries')
            .select('id')
            .where('ended_at', '<', before)
            .orderBy('ended_at')
            .limit(limit),
        )
        .executeTakeFirst(),
    );
    return Number(numDeletedRows);
  }

  #toDelivery(row: WebhookDeliveryRow): Delivery {
    return toDelivery(row, this.#secretBox);
  }

  #toClaimed({ claim, row }: ClaimedRow): ClaimedDelivery {
    return { claim, delivery: this.#toDelivery(row) };
  }
}

/** First the webhook's row, locked by its changes, then lanes, then deliveries. */
async function writePlan(
  transaction: Transaction<Schema>,
  { plan, isShared }: { readonly plan: DeliveryPlan; readonly isShared: boolean },
): Promise<boolean> {
  const { webhook, from, to, now } = plan;
  const { numUpdatedRows } = await transaction
    .updateTable('webhooks')
    .set({ position: to })
    .where('id', '=', webhook)
    .where('position', '=', from)
    .where('is_enabled', '=', 1)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  for (const batch of batchesOf(plan.deliveries)) {
    const rows = await withoutRemoved(transaction, { deliveries: batch, isShared });
    if (rows.length === 0) continue;
    const planned = rows.map((row) => toPlannedRow(row, { id: newId(), webhook, now }));
    await transaction
      .insertInto('webhook_deliveries')
      .values(planned)
      .onConflict((conflict) => conflict.columns(['webhook_id', 'position']).doNothing())
      .execute();
    await openLanes(transaction, { webhook, lanes: planned.map(({ lane }) => lane), now });
  }
  return true;
}

/** A simultaneous removal waits, or was first. */
async function withoutRemoved(
  transaction: Transaction<Schema>,
  { deliveries, isShared }: { readonly deliveries: readonly PlannedDelivery[]; readonly isShared: boolean },
): Promise<readonly PlannedDelivery[]> {
  const bound = deliveries.filter(({ account, endsWithAccount }) => endsWithAccount && account !== null);
  if (bound.length === 0) return deliveries;
  const ids = [...new Set(bound.map(({ account }) => account ?? ''))];
  const rows = await transaction
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isShared, (query) => query.forKeyShare())
    .execute();
  const existing = new Set<string>(rows.map(({ id }) => id));
  return deliveries.filter(
    ({ account, endsWithAccount }) => !endsWithAccount || account === null || existing.has(account),
  );
}

interface Outcome {
  readonly settlement: Settlement;
  readonly secretBox: SecretBox;
  readonly isShared: boolean;
}

/** The next delivery: of the lane, else of another. Throws Undone for a lost claim. */
async function writeOutcome(
  transaction: Transaction<Schema>,
  { settlement, secretBox, isShared }: Outcome,
): Promise<ClaimedRow | null> {
  const { outcome, until, now } = settlement;
  await writeStanding(transaction, settlement);
  const claim = await moveClaim(transaction, {
    ...{ claim: settlement.claim, until: 0, nextAt: outcome.nextAt ?? now },
  });
  if (claim === null) throw new Undone();
  const { numUpdatedRows } = await transaction
    .updateTable('webhook_deliveries')
    .set(toOutcomeColumns(outcome, secretBox))
    .where('id', '=', outcome.id)
    .executeTakeFirst();
  // Gone with its account; the removal follows in the lane.
  const isGone = numUpdatedRows === 0n;
  if (outcome.nextAt !== null && !isGone) return null;
  const row = await headOf(transaction, claim);
  if (row === null) {
    await removeLane(transaction, claim);
    if (until === null) return null;
    const { webhook } = claim;
    const [other = null] = await claimDue(transaction, { webhook, now, until, limit: 1, isShared });
    return other;
  }
  if (until === null && !isGone) return null;
  const moved = await moveClaim(transaction, { claim, until: until ?? 0, nextAt: now });
  return moved && until !== null ? { claim: moved, row } : null;
}

/** Keeps the first failure since a success. */
async function writeStanding(
  transaction: Transaction<Schema>,
  { claim, standing, now }: Pick<Settlement, 'claim' | 'standing' | 'now'>,
): Promise<void> {
  if (standing === undefined) return;
  const { isFailing, pausedUntil } = standing;
  await transaction
    .updateTable('webhooks')
    .set(({ fn, ref, val }) => ({
      failing_since: isFailing ? fn.coalesce(ref('failing_since'), val(now)) : null,
      paused_until: pausedUntil,
    }))
    .where('id', '=', claim.webhook)
    .execute();
}

function findRow(kysely: Kysely<Schema>, id: DeliveryId): Promise<WebhookDeliveryRow | undefined> {
  return kysely.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
}

/** An earlier delivery keeps its turn. */
async function makePending(
  transaction: Transaction<Schema>,
  { id, now }: { readonly id: DeliveryId; readonly now: number },
): Promise<WebhookDeliveryRow | undefined> {
  await transaction
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', failures: 0, next_at: now, ended_at: null })
    .where('id', '=', id)
    .execute();
  const row = await findRow(transaction, id);
  if (row === undefined) return undefined;
  const { webhook_id, lane } = row;
  await openLanes(transaction, { webhook: webhook_id as WebhookId, lanes: [lane], now });
  const head = await headOf(transaction, { webhook: webhook_id as WebhookId, lane });
  await transaction
    .updateTable('webhook_lanes')
    .set({ next_at: head?.next_at ?? now })
    .where('webhook_id', '=', webhook_id)
    .where('lane', '=', lane)
    .execute();
  return row;
}

function newId(): Delivery['id'] {
  return randomBytes(ID_OCTETS).toString('hex') as DeliveryId;
}
