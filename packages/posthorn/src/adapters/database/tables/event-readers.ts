import type { Kysely, Transaction } from 'kysely';
import type { LoggedEvent } from '../../../application/ports/state/event-log.ts';
import type { Schema } from '../schema.ts';
import { batchesOf } from './batches.ts';

/** Keys and webhooks bound to an account, whose row is locked. */
export async function findBoundReaders(
  transaction: Transaction<Schema>,
  account: string,
): Promise<readonly string[]> {
  const keys = await transaction
    .selectFrom('api_key_accounts')
    .select('key_id as id')
    .where('account_id', '=', account)
    .execute();
  const webhooks = await transaction
    .selectFrom('webhook_accounts')
    .select('webhook_id as id')
    .where('account_id', '=', account)
    .execute();
  return [...keys, ...webhooks].map(({ id }) => id);
}

/** Writes events' bound readers. */
export async function writeReaders(
  transaction: Transaction<Schema>,
  events: readonly LoggedEvent[],
): Promise<void> {
  const rows = events.flatMap(({ position, event: { boundReaders = [] } }) =>
    boundReaders.map((reader) => ({ reader, position })),
  );
  for (const batch of batchesOf(rows)) await transaction.insertInto('event_readers').values(batch).execute();
}

/** Adds bound readers to account removals. */
export async function withReaders(
  kysely: Kysely<Schema>,
  events: readonly LoggedEvent[],
): Promise<readonly LoggedEvent[]> {
  const ends = events.filter(({ event }) => event.kind === 'account.removed').map(({ position }) => position);
  if (ends.length === 0) return events;
  const rows = await kysely.selectFrom('event_readers').selectAll().where('position', 'in', ends).execute();
  const readers = new Map<number, string[]>(ends.map((position) => [position, []]));
  for (const { position, reader } of rows) readers.get(position)?.push(reader);
  return events.map(({ position, event }) => {
    const boundReaders = readers.get(position);
    return { position, event: boundReaders === undefined ? event : { ...event, boundReaders } };
  });
}

/** Removes events' readers up to a position. */
export async function removeReaders(kysely: Kysely<Schema>, upTo: number): Promise<void> {
  await kysely.deleteFrom('event_readers').where('position', '<=', upTo).execute();
}
