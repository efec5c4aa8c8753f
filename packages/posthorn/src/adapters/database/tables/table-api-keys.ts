import type { Transaction } from 'kysely';
import type { ApiKeys } from '../../../application/ports/state/api-keys.ts';
import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import {
  type AgentSends,
  API_KEY_SCOPES,
  type ApiKey,
  type ApiKeyId,
} from '../../../domain/rights/api-key.ts';
import type { Database } from '../database.ts';
import type { ApiKeyRow, Schema } from '../schema.ts';
import { isMissingReference } from '../store-errors.ts';
import { batchesOf } from './batches.ts';
import { numberIn, oneOf, readFrom, readRecord, readTexts, textsIn } from './stored-json.ts';
import { versionColumns, writeVersion } from './versioned.ts';

/** API keys. */
export function createTableApiKeys(database: Database): ApiKeys {
  return {
    async find(id) {
      const [key] = await readKeys(database, (kysely) =>
        kysely.selectFrom('api_keys').selectAll().where('id', '=', id).execute(),
      );
      return key ?? null;
    },

    list: ({ after, limit }) =>
      readKeys(database, (kysely) => {
        const query = kysely
          .selectFrom('api_keys')
          .selectAll()
          .orderBy('created_at')
          .orderBy('id')
          .limit(limit);
        if (after === null) return query.execute();
        return query
          .where(({ eb, refTuple, tuple }) =>
            eb(refTuple('created_at', 'id'), '>', tuple(after.createdAt, after.id)),
          )
          .execute();
      }),

    async save(key) {
      try {
        return await database.transact((transaction) => writeKey(transaction, key));
      } catch (error) {
        // An account was removed.
        if (isMissingReference(error)) return null;
        throw error;
      }
    },

    async remove(id, version) {
      const { numDeletedRows } = await database.run((kysely) =>
        kysely
          .deleteFrom('api_keys')
          .where('id', '=', id)
          .where((eb) => eb.and(versionColumns(version)))
          .executeTakeFirst(),
      );
      return numDeletedRows > 0n;
    },

    /** By id: different orders would deadlock. */
    async noteUses(uses) {
      if (uses.length === 0) return;
      const ordered = [...uses].sort((a, b) => (a.id < b.id ? -1 : 1));
      await database.transact(async (transaction) => {
        for (const { id, at } of ordered) {
          await transaction
            .updateTable('api_keys')
            .set({ last_used_at: at })
            .where('id', '=', id)
            .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
            .execute();
        }
      });
    },

    async isBound(id, account) {
      const row = await database.run((kysely) =>
        kysely
          .selectFrom('api_key_accounts')
          .select('key_id')
          .where('key_id', '=', id)
          .where('account_id', '=', account)
          .executeTakeFirst(),
      );
      return row !== undefined;
    },
  };
}

/** In one transaction: keys and accounts of one moment. */
function readKeys(
  database: Database,
  select: (transaction: Transaction<Schema>) => Promise<readonly ApiKeyRow[]>,
): Promise<readonly ApiKey[]> {
  return database.transact(async (transaction) => withAccounts(transaction, await select(transaction)));
}

/** Keys by id. Each id is a parameter. */
export async function selectKeys(
  transaction: Transaction<Schema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ApiKey>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction.selectFrom('api_keys').selectAll().where('id', 'in', ids).execute();
  return new Map((await withAccounts(transaction, rows)).map((key) => [key.id, key]));
}

async function withAccounts(
  transaction: Transaction<Schema>,
  rows: readonly ApiKeyRow[],
): Promise<readonly ApiKey[]> {
  const bound = rows.filter(({ is_bound }) => is_bound === 1).map(({ id }) => id);
  const bindings =
    bound.length === 0
      ? []
      : await transaction
          .selectFrom('api_key_accounts')
          .selectAll()
          .where('key_id', 'in', bound)
          .orderBy('account_id')
          .execute();
  const accounts = new Map<string, MailAccountId[]>(rows.map(({ id }) => [id, []]));
  for (const { key_id, account_id } of bindings) accounts.get(key_id)?.push(account_id as MailAccountId);
  return rows.map((row) => readFrom('api_keys', () => toKey(row, accounts.get(row.id) ?? [])));
}

async function writeKey(transaction: Transaction<Schema>, key: ApiKey): Promise<number | null> {
  const epoch = await writeVersion(key.epoch, {
    insert: (first) =>
      transaction
        .insertInto('api_keys')
        .values(toRow({ ...key, epoch: first }))
        .execute(),
    update(next) {
      const {
        id,
        created_at: _createdAt,
        last_used_at: _lastUsedAt,
        ...columns
      } = toRow({ ...key, epoch: next });
      return transaction
        .updateTable('api_keys')
        .set(columns)
        .where('id', '=', id)
        .where('epoch', '=', key.epoch)
        .execute();
    },
  });
  if (epoch !== null) await writeBindings(transaction, key);
  return epoch;
}

async function writeBindings(transaction: Transaction<Schema>, { id, accounts }: ApiKey): Promise<void> {
  await transaction.deleteFrom('api_key_accounts').where('key_id', '=', id).execute();
  const rows = [...new Set(accounts ?? [])].map((account) => ({ key_id: id, account_id: account }));
  for (const batch of batchesOf(rows))
    await transaction.insertInto('api_key_accounts').values(batch).execute();
}

function toRow(key: ApiKey): ApiKeyRow {
  const { id, name, epoch } = key;
  return {
    ...{ id, name, epoch },
    secret_hash: key.secretHash,
    scopes: JSON.stringify(key.scopes),
    is_bound: key.accounts === null ? 0 : 1,
    networks: JSON.stringify(key.networks),
    agent_sends: key.agentSends && JSON.stringify(key.agentSends),
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
  };
}

function toKey(row: ApiKeyRow, accounts: readonly MailAccountId[]): ApiKey {
  return {
    id: row.id as ApiKeyId,
    name: row.name,
    secretHash: row.secret_hash,
    scopes: readTexts(row.scopes).map((scope) => oneOf(API_KEY_SCOPES, scope)),
    accounts: row.is_bound === 1 ? accounts : null,
    networks: readTexts(row.networks),
    agentSends: readAgentSends(row.agent_sends),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    epoch: row.epoch,
  };
}

function readAgentSends(text: string | null): AgentSends | null {
  if (text === null) return null;
  const record = readRecord(text);
  return {
    recipients: textsIn(record, 'recipients'),
    perHour: numberIn(record, 'perHour'),
    perDay: numberIn(record, 'perDay'),
  };
}
