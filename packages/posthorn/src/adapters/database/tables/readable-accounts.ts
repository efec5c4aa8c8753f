import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReadableAccount, WatchChange } from '../../../application/ports/state/accounts.ts';
import type { Shard } from '../../../domain/accounts/account-shard.ts';
import { ACCOUNT_STATES } from '../../../domain/accounts/account-status.ts';
import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import { fillShards, lacksShards } from '../account-shards.ts';
import type { Database } from '../database.ts';
import type { AccountRow, Schema } from '../schema.ts';
import { batchesOf } from './batches.ts';
import { readFrom, readRecord, textIn } from './stored-json.ts';

const COLUMNS = [
  ...(['id', 'shard', 'created_at', 'epoch', 'inbox'] as const),
  ...(['roots', 'login', 'login_password', 'provider'] as const),
] as const;
type ReadRow = Pick<AccountRow, (typeof COLUMNS)[number]>;

const STATES = ['connecting', 'ok', 'unreachable'] as const;
const OTHER_STATES = ACCOUNT_STATES.filter((state) => !STATES.some((readable) => readable === state));
const UNFENCED = { shard: null, owner: null, epoch: null };
/** More would delay the event loop. */
const READ_AT_ONCE = 500;

/** The shards' accounts (null: all) with an inbox and a usable login. */
export async function listReadable(
  database: Database,
  shards: readonly Shard[] | null,
): Promise<readonly ReadableAccount[]> {
  if (shards?.length === 0) return [];
  if (shards !== null && (await database.run(lacksShards))) await fillShards(database);
  const accounts: ReadableAccount[] = [];
  for (let last: ReadRow | null = null; ; ) {
    const page: readonly ReadRow[] = await database.run((kysely) => readPage(kysely, { shards, last }));
    accounts.push(...page.map(toReadable));
    last = page.at(-1) ?? null;
    if (last === null || page.length < READ_AT_ONCE) return accounts;
    // A file answers in the same turn.
    await nextTurn();
  }
}

interface PageRequest {
  readonly shards: readonly Shard[] | null;
  /** Before the page. */
  readonly last: ReadRow | null;
}

function readPage(kysely: Kysely<Schema>, { shards, last }: PageRequest): Promise<readonly ReadRow[]> {
  const table = kysely.selectFrom('accounts').select(COLUMNS);
  const readable = table.where('inbox', 'is not', null).limit(READ_AT_ONCE);
  if (shards === null) {
    const behind = readable.where('id', '>', last?.id ?? '');
    return behind.where('state', 'in', STATES).orderBy('id').execute();
  }
  // With `in`, SQLite would read all shards, by the index of states.
  const ofShards = readable.where('state', 'not in', OTHER_STATES).orderBy('shard').orderBy('id');
  if (last === null) return ofShards.where('shard', 'in', shards).execute();
  const { id, shard: lastShard } = last;
  const rest = shards.filter((shard) => shard >= (lastShard ?? 0));
  return ofShards
    .where('shard', 'in', rest)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('shard', 'id'), '>', tuple(lastShard, id)))
    .execute();
}

function toReadable({ id, shard: _shard, created_at, epoch, inbox, ...login }: ReadRow): ReadableAccount {
  return {
    ...{ id: id as MailAccountId, createdAt: created_at, epoch },
    host: readFrom('accounts', () => textIn(readRecord(inbox ?? ''), 'host')),
    access: hash('sha256', JSON.stringify([inbox, login]), 'base64url'),
  };
}

/**
 * Keeps versions: no client's change becomes outdated. A process once suspended may have lost an account, and
 * must not overwrite the new owner's results.
 */
export async function writeWatches(kysely: Kysely<Schema>, changes: readonly WatchChange[]): Promise<void> {
  for (const batch of batchesOf(changes)) {
    const rows = sql.join(batch.map(toChangedRow));
    await sql`update accounts
      set watch_mode = changed.column2, last_proof_at = coalesce(changed.column3, last_proof_at)
      from (values ${rows}) as changed
      where id = changed.column1 and (changed.column4 is null or exists (
        select 1 from account_owners
        where shard = changed.column4 and owner = changed.column5 and account_owners.epoch = changed.column6
      ))`.execute(kysely);
  }
}

/** PostgreSQL takes a parameter without a type for text. */
function toChangedRow({ id, mode, lastProofAt, fence }: WatchChange): RawBuilder<unknown> {
  const { shard, owner, epoch } = fence === 'none' ? UNFENCED : fence;
  return sql`(${id}, ${mode}, ${asInteger(lastProofAt ?? null)}, ${asInteger(shard)}, ${owner}, ${asInteger(epoch)})`;
}

function asInteger(value: number | null): RawBuilder<unknown> {
  return sql`cast(${value} as bigint)`;
}
