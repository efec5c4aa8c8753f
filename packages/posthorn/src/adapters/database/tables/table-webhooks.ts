import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { PlannedWebhook, Webhooks } from '../../../application/ports/state/webhooks.ts';
import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import type { Webhook, WebhookId } from '../../../domain/events/webhook.ts';
import type { Database } from '../database.ts';
import type { Schema, WebhookRow } from '../schema.ts';
import { isMissingReference } from '../store-errors.ts';
import { AppendListeners } from './append-listeners.ts';
import { appendEvents, readLast } from './appended-events.ts';
import { batchesOf } from './batches.ts';
import { selectKeys } from './table-api-keys.ts';
import { versionColumns, writeVersion } from './versioned.ts';
import { toWebhook, toWebhookRow } from './webhook-row.ts';

/** More would delay the event loop. */
const READ_AT_ONCE = 200;

/** Webhooks. */
export function createTableWebhooks(database: Database, listeners = new AppendListeners()): Webhooks {
  const read = (select: (kysely: Kysely<Schema>) => Promise<readonly WebhookRow[]>) =>
    database.transact(async (transaction) => withAccounts(transaction, await select(transaction)));
  return {
    async find(id) {
      const [found] = await read((kysely) =>
        kysely.selectFrom('webhooks').selectAll().where('id', '=', id).execute(),
      );
      return found ?? null;
    },

    async list({ after, limit }) {
      return read((kysely) => {
        const page = kysely
          .selectFrom('webhooks')
          .selectAll()
          .orderBy('created_at')
          .orderBy('id')
          .limit(limit);
        if (after === null) return page.execute();
        return page
          .where(({ eb, refTuple, tuple }) =>
            eb(refTuple('created_at', 'id'), '>', tuple(after.createdAt, after.id)),
          )
          .execute();
      });
    },

    listEnabled: (ids) => (ids === undefined ? listEnabled(database) : listNamed(database, ids)),

    async save(webhook) {
      try {
        return await database.transact((transaction) => writeWebhook(transaction, webhook));
      } catch (error) {
        // An account was removed.
        if (isMissingReference(error)) return null;
        throw error;
      }
    },

    async remove(id, version) {
      const { numDeletedRows } = await database.run((kysely) =>
        kysely
          .deleteFrom('webhooks')
          .where('id', '=', id)
          .where((eb) => eb.and(versionColumns(version)))
          .executeTakeFirst(),
      );
      return numDeletedRows > 0n;
    },

    async disable({ id, problem, event }) {
      const isDisabled = await database.transact(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('webhooks')
          .set(({ eb }) => ({
            is_enabled: 0,
            problem: JSON.stringify(problem),
            epoch: eb('epoch', '+', 1),
          }))
          .where('id', '=', id)
          .where('is_enabled', '=', 1)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await scheduleLanes(transaction, { id, at: null });
        await appendEvents(transaction, { events: [event], engine: database.engine });
        return true;
      });
      if (isDisabled) listeners.announce([event]);
      return isDisabled;
    },
  };
}

async function listEnabled(database: Database): Promise<readonly PlannedWebhook[]> {
  const listed: PlannedWebhook[] = [];
  for (let after = ''; ; ) {
    const page = await readEnabled(database, (query) =>
      query.where('id', '>', after).orderBy('id').limit(READ_AT_ONCE),
    );
    listed.push(...page);
    if (page.length < READ_AT_ONCE) return listed;
    after = page.at(-1)?.webhook.id ?? '';
    // A file answers in the same turn.
    await nextTurn();
  }
}

async function listNamed(database: Database, ids: readonly WebhookId[]): Promise<readonly PlannedWebhook[]> {
  const listed: PlannedWebhook[] = [];
  for (const some of batchesOf(ids)) {
    listed.push(...(await readEnabled(database, (query) => query.where('id', 'in', some))));
    await nextTurn();
  }
  return listed;
}

type WebhookQuery = SelectQueryBuilder<Schema, 'webhooks', WebhookRow>;

function readEnabled(
  database: Database,
  narrow: (query: WebhookQuery) => WebhookQuery,
): Promise<readonly PlannedWebhook[]> {
  return database.transact(async (transaction) => {
    const enabled = transaction.selectFrom('webhooks').selectAll().where('is_enabled', '=', sql<number>`1`);
    const rows = await narrow(enabled).execute();
    const keys = await selectKeys(transaction, [...new Set(rows.map(({ key_id }) => key_id))]);
    const webhooks = await withAccounts(transaction, rows);
    return rows.map(({ position, key_id }, index) => ({
      webhook: webhooks[index] as Webhook,
      ...{ position, key: keys.get(key_id) ?? null },
    }));
  });
}

async function withAccounts(
  transaction: Transaction<Schema>,
  rows: readonly WebhookRow[],
): Promise<readonly Webhook[]> {
  const bound = rows.filter(({ is_bound }) => is_bound === 1).map(({ id }) => id);
  const bindings =
    bound.length === 0
      ? []
      : await transaction
          .selectFrom('webhook_accounts')
          .selectAll()
          .where('webhook_id', 'in', bound)
          .orderBy('account_id')
          .execute();
  const accounts = new Map<string, MailAccountId[]>(bound.map((id) => [id, []]));
  for (const { webhook_id, account_id } of bindings) {
    accounts.get(webhook_id)?.push(account_id as MailAccountId);
  }
  return rows.map((row) => toWebhook(row, accounts.get(row.id) ?? []));
}

async function writeWebhook(transaction: Transaction<Schema>, webhook: Webhook): Promise<number | null> {
  const { id, epoch: expected } = webhook;
  const wasEnabled = expected > 0 && (await isEnabled(transaction, id));
  const epoch = await writeVersion(expected, {
    async insert(first) {
      const position = await readLast(transaction);
      return transaction
        .insertInto('webhooks')
        .values({ ...toWebhookRow({ ...webhook, epoch: first }), position })
        .execute();
    },
    update(next) {
      const {
        id: _id,
        created_at: _createdAt,
        failing_since: _failingSince,
        paused_until: _pausedUntil,
        ...columns
      } = toWebhookRow({ ...webhook, epoch: next });
      return transaction
        .updateTable('webhooks')
        .set(columns)
        .$if(webhook.isEnabled && !wasEnabled, (query) =>
          query.set({ failing_since: null, paused_until: null }),
        )
        .where('id', '=', id)
        .where('epoch', '=', expected)
        .execute();
    },
  });
  if (epoch === null) return null;
  await writeBindings(transaction, webhook);
  if (webhook.isEnabled !== wasEnabled && expected > 0) {
    await scheduleLanes(transaction, { id, at: webhook.isEnabled ? 0 : null });
  }
  return epoch;
}

async function isEnabled(transaction: Transaction<Schema>, id: WebhookId): Promise<boolean> {
  const row = await transaction
    .selectFrom('webhooks')
    .select('is_enabled')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.is_enabled === 1;
}

/** Null: pending deliveries wait. */
async function scheduleLanes(
  transaction: Transaction<Schema>,
  { id, at }: { readonly id: WebhookId; readonly at: number | null },
): Promise<void> {
  await transaction.updateTable('webhook_lanes').set({ next_at: at }).where('webhook_id', '=', id).execute();
}

async function writeBindings(transaction: Transaction<Schema>, { id, accounts }: Webhook): Promise<void> {
  await transaction.deleteFrom('webhook_accounts').where('webhook_id', '=', id).execute();
  const rows = [...new Set(accounts ?? [])].map((account) => ({ webhook_id: id, account_id: account }));
  for (const batch of batchesOf(rows))
    await transaction.insertInto('webhook_accounts').values(batch).execute();
}
