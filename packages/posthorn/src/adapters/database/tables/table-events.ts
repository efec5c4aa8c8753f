import type { Kysely, Transaction } from 'kysely';
import type {
  EventLog,
  EventPlace,
  WatchAdvance,
  WatchPosition,
} from '../../../application/ports/state/event-log.ts';
import type { EventId } from '../../../domain/events/mail-event.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { Database, Engine } from '../database.ts';
import type { EventRow, Schema } from '../schema.ts';
import { AppendListeners } from './append-listeners.ts';
import { appendEvents, readLast } from './appended-events.ts';
import { removeReaders, withReaders } from './event-readers.ts';
import { toLoggedEvent } from './event-row.ts';
import { listEvents } from './listed-events.ts';
import { transactOrUndo, Undone, writeVersion } from './versioned.ts';

/** The account's folders. */
const FOLDERS = '';
const PLACE = ['id', 'position', 'at'] as const;

/** The event log, and watchers' positions. */
export function createTableEvents(database: Database, listeners = new AppendListeners()): EventLog {
  const { engine } = database;
  return {
    async advance(advance) {
      const write = (transaction: Transaction<Schema>) => writeAdvance(transaction, { advance, engine });
      const isWritten = await transactOrUndo(database, write, advance.events.length + 1);
      if (isWritten && advance.events.length > 0) listeners.announce(advance.events);
      return isWritten;
    },

    async positions(account, mailbox) {
      const rows = await database.run((kysely) =>
        kysely
          .selectFrom('watch_positions')
          .selectAll()
          .where('account_id', '=', account)
          .$if(mailbox !== undefined, (query) => query.where('mailbox', '=', mailbox ?? FOLDERS))
          .execute(),
      );
      return rows.map(({ mailbox: name, position, epoch }) => ({
        ...{ account, epoch },
        mailbox: name === FOLDERS ? null : (name as MailboxName),
        position: Buffer.from(position, 'base64'),
      }));
    },

    list: (request) => database.run((kysely) => listEvents(kysely, request)),

    async find(id) {
      const row = await database.run((kysely) =>
        kysely.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst(),
      );
      const logged = row === undefined ? null : toLoggedEvent(row);
      if (logged === null) return null;
      const [event = null] = await database.run((kysely) => withReaders(kysely, [logged]));
      return event;
    },

    async placeOf(id) {
      const row = await database.run((kysely) =>
        kysely.selectFrom('events').select(PLACE).where('id', '=', id).executeTakeFirst(),
      );
      return row === undefined ? null : toPlace(row);
    },

    async newest() {
      const row = await database.run((kysely) =>
        kysely
          .selectFrom('events')
          .select(PLACE)
          .where('position', '>', 0)
          .orderBy('position', 'desc')
          .limit(1)
          .executeTakeFirst(),
      );
      return row === undefined ? null : toPlace(row);
    },

    last: () => database.run(readLast),

    removeOld: (request) => database.run((kysely) => removeOld(kysely, request)),

    onAppend: (listener) => listeners.add(listener),
  };
}

function toPlace({ id, ...place }: Pick<EventRow, (typeof PLACE)[number]>): EventPlace {
  return { ...place, id: id as EventId };
}

/** Positions in one order, the log last. */
async function writeAdvance(
  transaction: Transaction<Schema>,
  { advance, engine }: { readonly advance: WatchAdvance; readonly engine: Engine },
): Promise<void> {
  await holdAccount(transaction, { advance, engine });
  for (const position of [...advance.positions].sort(byMailbox)) {
    if ((await writePosition(transaction, position)) === null) throw new Undone();
  }
  for (const { mailbox, epoch } of advance.removed) {
    const { numDeletedRows } = await transaction
      .deleteFrom('watch_positions')
      .where('account_id', '=', advance.account)
      .where('mailbox', '=', mailbox ?? FOLDERS)
      .where('epoch', '=', epoch)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Undone();
  }
  await appendEvents(transaction, { events: advance.events, engine });
}

/** A simultaneous removal waits, or was first: no event follows it. */
async function holdAccount(
  transaction: Transaction<Schema>,
  { advance: { account, createdAt }, engine }: { readonly advance: WatchAdvance; readonly engine: Engine },
): Promise<void> {
  const row = await transaction
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', account)
    .where('created_at', '=', createdAt)
    .$if(engine === 'postgres', (query) => query.forKeyShare())
    .executeTakeFirst();
  if (row === undefined) throw new Undone();
}

function writePosition(
  transaction: Transaction<Schema>,
  { account, mailbox, position, epoch: expected }: WatchPosition,
): Promise<number | null> {
  const row = {
    ...{ account_id: account, mailbox: mailbox ?? FOLDERS },
    position: Buffer.from(position.buffer, position.byteOffset, position.byteLength).toString('base64'),
  };
  return writeVersion(expected, {
    insert: (epoch) =>
      transaction
        .insertInto('watch_positions')
        .values({ ...row, epoch })
        .execute(),
    update: (epoch) =>
      transaction
        .updateTable('watch_positions')
        .set({ position: row.position, epoch })
        .where('account_id', '=', account)
        .where('mailbox', '=', row.mailbox)
        .where('epoch', '=', expected)
        .execute(),
  });
}

function byMailbox(a: WatchPosition, b: WatchPosition): number {
  return (a.mailbox ?? FOLDERS) < (b.mailbox ?? FOLDERS) ? -1 : 1;
}

/** From the beginning: no event goes before an earlier one. */
async function removeOld(
  kysely: Kysely<Schema>,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<number> {
  const oldest = await kysely
    .selectFrom('events')
    .select(['position', 'at'])
    .where('position', '>', 0)
    .orderBy('position')
    .limit(limit)
    .execute();
  const end = oldest.findIndex(({ at }) => at >= before);
  const last = oldest.at(end === -1 ? -1 : end - 1);
  if (end === 0 || last === undefined) return 0;
  const { numDeletedRows } = await kysely
    .deleteFrom('events')
    .where('position', '<=', last.position)
    .executeTakeFirst();
  await removeReaders(kysely, last.position);
  return Number(numDeletedRows);
}
