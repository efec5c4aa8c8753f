import type { ExpressionBuilder, SelectQueryBuilder, Transaction } from 'kysely';
import type {
  AccountFilter,
  AccountListRequest,
  AccountPage,
  AccountPosition,
  AccountSort,
  Accounts,
} from '../../../application/ports/state/accounts.ts';
import type { NewGrant } from '../../../application/ports/state/grants.ts';
import type { RowVersion } from '../../../application/ports/state/row-version.ts';
import { ACCOUNT_STATES } from '../../../domain/accounts/account-status.ts';
import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import type { StoredAccount } from '../../../domain/accounts/stored-account.ts';
import { accountEvent, accountRemoved } from '../../../domain/events/account-event.ts';
import type { MailEvent } from '../../../domain/events/mail-event.ts';
import type { Database, Engine } from '../database.ts';
import type { AccountRow, Schema } from '../schema.ts';
import { toAccount, toAccountRow, toAddressKey } from './account-row.ts';
import { AppendListeners } from './append-listeners.ts';
import { appendEvents, eraseEvents } from './appended-events.ts';
import { hurryLanes } from './delivery-lanes.ts';
import { findBoundReaders } from './event-readers.ts';
import { listReadable, writeWatches } from './readable-accounts.ts';
import { oneOf } from './stored-json.ts';
import { replaceGrant } from './table-grants.ts';
import { versionColumns } from './versioned.ts';

type AccountQuery<Row> = SelectQueryBuilder<Schema, 'accounts', Row>;

const SORT_COLUMNS = {
  name: 'sort_name',
  createdAt: 'created_at',
} as const satisfies Readonly<Record<AccountSort['by'], keyof AccountRow>>;

/** Connected accounts. */
export function createTableAccounts(database: Database, listeners = new AppendListeners()): Accounts {
  const announced = async (writing: Promise<WrittenAccount>): Promise<number | null> => {
    const { epoch, event } = await writing;
    if (event !== null) listeners.announce([event]);
    return epoch;
  };
  return {
    async find(id) {
      const row = await database.run((kysely) =>
        kysely.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst(),
      );
      return row === undefined ? null : toAccount(row);
    },

    async list(request) {
      const rows = await database.run((kysely) =>
        inOrder(matching(kysely.selectFrom('accounts').selectAll(), request.filter), request)
          .limit(request.limit + 1)
          .execute(),
      );
      return toPage(rows, request);
    },

    async count(filter) {
      const { count } = await database.run((kysely) =>
        matching(
          kysely.selectFrom('accounts').select(({ fn }) => fn.countAll<number>().as('count')),
          filter,
        ).executeTakeFirstOrThrow(),
      );
      return count;
    },

    save: (account) => announced(saveAccount(database, account)),

    saveWithGrant: (account, grant) => announced(saveAccount(database, account, grant)),

    /** Removes referring rows too. */
    async remove(id, at, version) {
      const { engine } = database;
      const event = await database.transact((transaction) =>
        removeAccount(transaction, { id, at, version, engine }),
      );
      if (event !== null) listeners.announce([event]);
      return event !== null;
    },

    listReadable: (shards) => listReadable(database, shards),

    saveWatches: (changes) => database.transact((transaction) => writeWatches(transaction, changes)),
  };
}

/** Replaces a given grant, removes it if null, and appends a new state's event. */
function saveAccount(
  database: Database,
  account: StoredAccount,
  grant?: NewGrant | null,
): Promise<WrittenAccount> {
  return database.transact(async (transaction) => {
    const written = await writeAccount(transaction, account);
    if (written.epoch !== null && grant !== undefined)
      await replaceGrant(transaction, { account: account.id, grant });
    if (written.event !== null)
      await appendEvents(transaction, { events: [written.event], engine: database.engine });
    return written;
  });
}

interface WrittenAccount {
  readonly epoch: number | null;
  readonly event: MailEvent | null;
}

const NOT_WRITTEN: WrittenAccount = { epoch: null, event: null };

async function writeAccount(
  transaction: Transaction<Schema>,
  account: StoredAccount,
): Promise<WrittenAccount> {
  const epoch = account.epoch + 1;
  const row = toAccountRow({ ...account, epoch });
  if (account.epoch === 0) {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('accounts')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    if (Number(numInsertedOrUpdatedRows) === 0) return NOT_WRITTEN;
    return { epoch, event: accountEvent(null, { ...account, epoch }) };
  }
  const before = await transaction
    .selectFrom('accounts')
    .select('state')
    .where('id', '=', account.id)
    .where('epoch', '=', account.epoch)
    // A re-created account has the same epochs.
    .where('created_at', '=', account.createdAt)
    .executeTakeFirst();
  if (before === undefined) return NOT_WRITTEN;
  const { id, created_at: _at, watch_mode: _mode, last_proof_at: _proof, ...columns } = row;
  const { numUpdatedRows } = await transaction
    .updateTable('accounts')
    .set(columns)
    .where('id', '=', id)
    .where('epoch', '=', account.epoch)
    .where('created_at', '=', account.createdAt)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return NOT_WRITTEN;
  return { epoch, event: accountEvent(oneOf(ACCOUNT_STATES, before.state), { ...account, epoch }) };
}

interface AccountRemoval {
  readonly id: MailAccountId;
  readonly at: number;
  readonly version: RowVersion | undefined;
  readonly engine: Engine;
}

async function removeAccount(
  transaction: Transaction<Schema>,
  { id, at, version, engine }: AccountRemoval,
): Promise<MailEvent | null> {
  const removed = await transaction
    .selectFrom('accounts')
    .select('created_at')
    .where('id', '=', id)
    .where((eb) => eb.and(versionColumns(version)))
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  if (removed === undefined) return null;
  const boundReaders = await findBoundReaders(transaction, id);
  // First lanes, then deliveries, which go with the account: settlements lock in that order.
  await hurryLanes(transaction, { account: id, now: at });
  await transaction.deleteFrom('accounts').where('id', '=', id).execute();
  await eraseEvents(transaction, id);
  const event = { ...accountRemoved({ id, createdAt: removed.created_at }, at), boundReaders };
  await appendEvents(transaction, { events: [event], engine });
  return event;
}

function matching<Row>(query: AccountQuery<Row>, filter: AccountFilter): AccountQuery<Row> {
  const { states, address, boundTo, ids } = filter;
  let matched = query;
  if (states !== undefined) matched = matched.where('state', 'in', states);
  if (address !== undefined) matched = matched.where('address', '=', toAddressKey(address));
  if (ids !== undefined) matched = whereAmong(matched, ids);
  if (boundTo !== undefined) {
    matched = matched.where('id', 'in', (from) =>
      from.selectFrom('api_key_accounts').select('account_id').where('key_id', '=', boundTo),
    );
  }
  return matched;
}

/** PostgreSQL refuses an empty list. */
function whereAmong<Row>(query: AccountQuery<Row>, ids: readonly MailAccountId[]): AccountQuery<Row> {
  return ids.length === 0 ? query.where(({ lit }) => lit(false)) : query.where('id', 'in', ids);
}

function inOrder<Row>(query: AccountQuery<Row>, { sort, after }: AccountListRequest): AccountQuery<Row> {
  const column = SORT_COLUMNS[sort.by];
  const direction = sort.isDescending ? 'desc' : 'asc';
  const continued = after === null ? query : query.where(isBehind(after, sort));
  return continued.orderBy(column, direction).orderBy('id', direction);
}

/** The index answers it. */
function isBehind({ value, id }: AccountPosition, { by, isDescending }: AccountSort) {
  return ({ eb, refTuple, tuple }: ExpressionBuilder<Schema, 'accounts'>) =>
    eb(refTuple(SORT_COLUMNS[by], 'id'), isDescending ? '<' : '>', tuple(value, id));
}

function toPage(rows: readonly AccountRow[], { limit, sort }: AccountListRequest): AccountPage {
  const accounts = rows.slice(0, limit).map(toAccount);
  const last = rows[limit - 1];
  const hasMore = rows.length > limit && last !== undefined;
  return {
    accounts,
    next: hasMore ? { value: last[SORT_COLUMNS[sort.by]], id: last.id as MailAccountId } : null,
  };
}
