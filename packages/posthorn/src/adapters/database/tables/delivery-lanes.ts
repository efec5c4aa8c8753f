import { type Kysely, sql, type Transaction } from 'kysely';
import type { ClaimRequest, DeliveryClaim } from '../../../application/ports/state/webhook-deliveries.ts';
import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import type { WebhookId } from '../../../domain/events/webhook.ts';
import type { Schema, WebhookDeliveryRow } from '../schema.ts';

/** Opens and locks lanes; one about to be removed stays. */
export async function openLanes(
  transaction: Transaction<Schema>,
  {
    webhook,
    lanes,
    now,
  }: { readonly webhook: WebhookId; readonly lanes: readonly string[]; readonly now: number },
): Promise<void> {
  const rows = [...new Set(lanes)]
    .sort()
    .map((lane) => ({ webhook_id: webhook, lane, next_at: now, claimed_until: 0, epoch: now }));
  await transaction
    .insertInto('webhook_lanes')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['webhook_id', 'lane']).doUpdateSet(({ ref }) => ({ lane: ref('excluded.lane') })),
    )
    .execute();
}

/** Enabled webhooks with lanes to claim. */
export function findDueWebhooks(
  kysely: Kysely<Schema>,
  now: number,
): Promise<readonly { readonly id: string }[]> {
  return kysely
    .selectFrom('webhooks')
    .select('id')
    .where('is_enabled', '=', sql<number>`1`)
    .where((eb) => eb.or([eb('paused_until', 'is', null), eb('paused_until', '<=', now)]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_lanes')
          .select('lane')
          .whereRef('webhook_lanes.webhook_id', '=', 'webhooks.id')
          .where('next_at', '<=', now)
          .where('claimed_until', '<=', now),
      ),
    )
    .execute();
}

/** Claim and delivery. */
export interface ClaimedRow {
  readonly claim: DeliveryClaim;
  readonly row: WebhookDeliveryRow;
}

/** Claims due lanes, longest due first. `isShared`: skips those being claimed. */
export async function claimDue(
  transaction: Transaction<Schema>,
  { isShared, ...request }: ClaimRequest & { readonly isShared: boolean },
): Promise<readonly ClaimedRow[]> {
  const claimed: ClaimedRow[] = [];
  for (const found of await findDue(transaction, { ...request, isShared })) {
    const claim = await moveClaim(transaction, { claim: found, until: request.until, nextAt: undefined });
    const row = claim && (await headOf(transaction, claim));
    if (claim !== null && row !== null) claimed.push({ claim, row });
    else if (claim !== null) await removeLane(transaction, claim);
  }
  return claimed;
}

async function findDue(
  transaction: Transaction<Schema>,
  { webhook, now, limit, isShared }: Omit<ClaimRequest, 'until'> & { readonly isShared: boolean },
): Promise<readonly DeliveryClaim[]> {
  const rows = await transaction
    .selectFrom('webhook_lanes')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_lanes.webhook_id')
    .select(['webhook_lanes.lane', 'webhook_lanes.epoch'])
    .where('webhook_lanes.webhook_id', '=', webhook)
    .where('next_at', '<=', now)
    .where('claimed_until', '<=', now)
    .where('is_enabled', '=', 1)
    .where((eb) => eb.or([eb('paused_until', 'is', null), eb('paused_until', '<=', now)]))
    .orderBy('next_at')
    .limit(limit)
    .$if(isShared, (query) => query.forUpdate('webhook_lanes').skipLocked())
    .execute();
  return rows.map(({ lane, epoch }) => ({ webhook, lane, epoch }));
}

/** A claim's next version. */
export interface ClaimMove {
  readonly claim: DeliveryClaim;
  readonly until: number;
  /** Undefined: unchanged. */
  readonly nextAt: number | undefined;
}

/** Null if the claim is lost. */
export async function moveClaim(
  kysely: Kysely<Schema>,
  { claim: { webhook, lane, epoch }, until, nextAt }: ClaimMove,
): Promise<DeliveryClaim | null> {
  const { numUpdatedRows } = await kysely
    .updateTable('webhook_lanes')
    .set({ claimed_until: until, epoch: epoch + 1, ...(nextAt !== undefined && { next_at: nextAt }) })
    .where('webhook_id', '=', webhook)
    .where('lane', '=', lane)
    .where('epoch', '=', epoch)
    .executeTakeFirst();
  return numUpdatedRows === 0n ? null : { webhook, lane, epoch: epoch + 1 };
}

/** A lane's oldest pending delivery. */
export async function headOf(
  transaction: Transaction<Schema>,
  { webhook, lane }: Pick<DeliveryClaim, 'webhook' | 'lane'>,
): Promise<WebhookDeliveryRow | null> {
  const row = await transaction
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhook)
    .where('lane', '=', lane)
    .where('status', '=', sql<string>`'pending'`)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Removes a lane without pending deliveries. */
export async function removeLane(transaction: Transaction<Schema>, claim: DeliveryClaim): Promise<void> {
  await transaction
    .deleteFrom('webhook_lanes')
    .where('webhook_id', '=', claim.webhook)
    .where('lane', '=', claim.lane)
    .where('epoch', '=', claim.epoch)
    .execute();
}

/** Makes an account's lanes due: removal must not wait for retries. */
export async function hurryLanes(
  transaction: Transaction<Schema>,
  { account, now }: { readonly account: MailAccountId; readonly now: number },
): Promise<void> {
  await transaction
    .updateTable('webhook_lanes')
    .set({ next_at: now })
    .where('webhook_id', 'in', (from) =>
      from.selectFrom('webhook_deliveries').select('webhook_id').where('account_id', '=', account),
    )
    .where('lane', '=', account)
    .execute();
}
