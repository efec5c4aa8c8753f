import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { WatchAdvance } from '../../../application/ports/state/event-log.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { Undone } from './versioned.ts';

/** Of one transaction, so that none is long. */
const MAX_EVENTS = 2_000;

interface Waiting {
  readonly advance: WatchAdvance;
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes an advance; throws Undone where it must not be. */
export type WriteAdvance = (transaction: Transaction<Schema>, advance: WatchAdvance) => Promise<void>;

/** Advances that wait together share one commit: at a file, each waits for the disk and stops all other work. */
export class GroupedAdvances {
  readonly #database: Database;
  readonly #write: WriteAdvance;
  #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(database: Database, write: WriteAdvance) {
    this.#database = database;
    this.#write = write;
  }

  /** False where it was not written. */
  advance(advance: WatchAdvance): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ advance, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      // Advances of other watchers may follow in the same turn.
      await nextTurn();
      await this.#writeAll(this.#take());
    }
    this.#isRunning = false;
  }

  #take(): readonly Waiting[] {
    let events = 0;
    const count = this.#waiting.findIndex(({ advance }) => {
      events += advance.events.length;
      return events > MAX_EVENTS;
    });
    return this.#waiting.splice(0, count === -1 ? this.#waiting.length : Math.max(1, count));
  }

  async #writeAll(waiting: readonly Waiting[]): Promise<void> {
    try {
      const written = await this.#database.transact(async (transaction) => {
        const results: boolean[] = [];
        for (const { advance } of waiting) results.push(await this.#writeOne(transaction, advance));
        return results;
      });
      waiting.forEach(({ resolve }, index) => {
        resolve(written[index] === true);
      });
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  async #writeOne(transaction: Transaction<Schema>, advance: WatchAdvance): Promise<boolean> {
    await sql`savepoint advance`.execute(transaction);
    try {
      await this.#write(transaction, advance);
      await sql`release advance`.execute(transaction);
      return true;
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
      await sql`rollback to advance`.execute(transaction);
      await sql`release advance`.execute(transaction);
      return false;
    }
  }
}
