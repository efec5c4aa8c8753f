/** The log of events at a PostgreSQL that flushes: its transactions wait for each other's commit, so one commit at a time is its limit. */

import { migrate } from '../../packages/posthorn/src/adapters/database/migrations/migrate.ts';
import { openDatabase } from '../../packages/posthorn/src/adapters/database/open-database.ts';
import { appendEvents } from '../../packages/posthorn/src/adapters/database/tables/appended-events.ts';
import { startPostgres } from '../../packages/posthorn/test/support/postgres.ts';
import { buildEvent } from '../../packages/posthorn/test/support/stored-events.ts';
import { COUNTING, DatabaseReader } from './database-work.ts';

const WRITERS = 10;
const SECONDS = 8;

/** Appends one event in each transaction, from all connections of a process. */
export async function measureAppends(): Promise<void> {
  const postgres = await startPostgres([...COUNTING, 'fsync = on']);
  try {
    const url = await postgres.createDatabase();
    const database = await openDatabase({
      location: { engine: 'postgres', url },
      ...{ readPassword: null, isServer: false, connectMs: 5_000 },
    });
    await migrate(database);
    let appended = 0;
    const append = async (writers: number) => {
      const [first, end] = [appended, performance.now() + SECONDS * 1_000];
      const write = async () => {
        while (performance.now() < end) {
          appended += 1;
          const event = buildEvent({ uid: appended });
          await database.transact((transaction) =>
            appendEvents(transaction, { events: [event], engine: database.engine }),
          );
        }
      };
      await Promise.all(Array.from({ length: writers }, write));
      return (appended - first) / SECONDS;
    };
    await append(WRITERS);
    const [alone, together] = [await append(1), await append(WRITERS)];
    const reader = await DatabaseReader.open(postgres, url);
    const octets = (await reader.number("select pg_total_relation_size('events')")) / appended;
    console.log(
      `\nthe log of events, each flushed: ${Math.round(alone)} transactions a second by one writer, ${Math.round(together)} by ${WRITERS}; an event with its indexes: ${Math.round(octets)} octets`,
    );
    await reader.close();
    await database.close();
  } finally {
    await postgres.stop();
  }
}
