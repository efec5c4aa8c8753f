import { sql, type Transaction } from 'kysely';
import type { LoggedEvent } from '../../../application/ports/state/event-log.ts';
import type { MailEvent } from '../../../domain/events/mail-event.ts';
import type { Engine } from '../database.ts';
import type { EventRow, Schema } from '../schema.ts';
import { batchesOf } from './batches.ts';
import { writeReaders } from './event-readers.ts';

const LOG = 'events';
const ERASED_AT_ONCE = 1_000;

/** Events to append. */
export interface Appending {
  readonly events: readonly MailEvent[];
  readonly engine: Engine;
}

/**
 * Appends events missing from the log. Call it last in a transaction: writers now wait for each other's
 * commit, so that readers see all smaller positions.
 */
export async function appendEvents(
  transaction: Transaction<Schema>,
  { events, engine }: Appending,
): Promise<void> {
  if (events.length === 0) return;
  const last = await takePositions(transaction, { count: events.length, engine });
  const logged = events.map((event, index) => ({ position: last - events.length + 1 + index, event }));
  for (const batch of batchesOf(logged.map(toRow))) {
    await transaction
      .insertInto('events')
      .values(batch)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
  await writeReaders(transaction, logged);
}

/**
 * Returns the last. PostgreSQL's follow its clock, in microseconds: a promoted standby may have forgotten
 * events, and running readers would pass over new ones at their positions.
 */
async function takePositions(
  transaction: Transaction<Schema>,
  { count, engine }: { readonly count: number; readonly engine: Engine },
): Promise<number> {
  const clock = sql<number>`(extract(epoch from clock_timestamp()) * 1000000)::bigint`;
  const { last } = await transaction
    .insertInto('event_log')
    .values({ name: LOG, last: engine === 'file' ? count : clock })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ eb, fn }) => {
        const next = eb('event_log.last', '+', count);
        return { last: engine === 'file' ? next : fn<number>('greatest', [next, clock]) };
      }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

/** The newest event's position; 0 for none. */
export async function readLast(transaction: Pick<Transaction<Schema>, 'selectFrom'>): Promise<number> {
  const row = await transaction
    .selectFrom('event_log')
    .select('last')
    .where('name', '=', LOG)
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** Erases an account's events, except removals; positions stay valid. */
export async function eraseEvents(transaction: Transaction<Schema>, account: string): Promise<void> {
  const ended = { account_id: null, kind: null, mailbox: null, uid_validity: null, uid: null, data: null };
  for (;;) {
    const { numUpdatedRows } = await transaction
      .updateTable('events')
      .set(ended)
      .where('position', 'in', (from) =>
        from
          .selectFrom('events')
          .select('position')
          .where('account_id', '=', account)
          .where('kind', '<>', 'account.removed')
          .orderBy('position')
          .limit(ERASED_AT_ONCE),
      )
      .executeTakeFirst();
    if (Number(numUpdatedRows) < ERASED_AT_ONCE) return;
  }
}

function toRow({ position, event }: LoggedEvent): EventRow {
  const { id, account, kind, at, message, mailbox, data } = event;
  return {
    ...{ position, id, kind, at, account_id: account },
    mailbox: message?.mailbox ?? mailbox,
    uid_validity: message?.uidValidity ?? null,
    uid: message?.uid ?? null,
    data: JSON.stringify(data),
  };
}
