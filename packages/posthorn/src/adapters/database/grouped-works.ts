import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** Per transaction: none may be long. */
const MAX_ROWS = 2_000;
const MAX_REST_MS = 50;

type Work<Result> = (transaction: Transaction<Schema>) => Promise<Result>;
type Ends = readonly (() => void)[];

interface Waiting {
  readonly work: Work<unknown>;
  readonly rows: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns the function that settles the work after the commit. */
type Do = (transaction: Transaction<Schema>, waiting: Waiting) => Promise<() => void>;

/**
 * Waiting works share a commit: each commit of a file waits for the disk and stops everything else. They take
 * at most half the time, less beside other work.
 */
export class GroupedWorks {
  readonly #transact: (work: Work<Ends>) => Promise<Ends>;
  #waiting: Waiting[] = [];
  #isRunning = false;
  /** By `performance.now()`. */
  #restsUntil = 0;

  constructor(transact: (work: Work<Ends>) => Promise<Ends>) {
    this.#transact = transact;
  }

  /** Settles after the commit. An error undoes only its own work. */
  run<Result>(work: Work<Result>, rows: number): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, rows, resolve: resolve as Waiting['resolve'], reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const restMs = this.#restsUntil - performance.now();
      if (restMs >= 1) await wait(restMs);
      // More may follow in this turn.
      else await nextTurn();
      const startedAt = performance.now();
      await this.#doAll(this.#take());
      const endedAt = performance.now();
      this.#restsUntil = endedAt + Math.min(endedAt - startedAt, MAX_REST_MS);
    }
    this.#isRunning = false;
  }

  #take(): readonly Waiting[] {
    let sum = 0;
    const count = this.#waiting.findIndex(({ rows }) => {
      sum += rows;
      return sum > MAX_ROWS;
    });
    return this.#waiting.splice(0, count === -1 ? this.#waiting.length : Math.max(1, count));
  }

  /** Failures are few: only after one, each work has a savepoint. */
  async #doAll(waiting: readonly Waiting[]): Promise<void> {
    let hasFailed = false;
    const doPlainly: Do = async (transaction, { work, resolve }) => {
      try {
        const result = await work(transaction);
        return () => resolve(result);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    };
    try {
      const ends = await this.#doEach(waiting, doPlainly).catch((error: unknown) => {
        if (!hasFailed || waiting.length === 1) throw error;
        return this.#doEach(waiting, doApart);
      });
      for (const end of ends) end();
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  #doEach(waiting: readonly Waiting[], doOne: Do): Promise<Ends> {
    return this.#transact(async (transaction) => {
      const settled: (() => void)[] = [];
      for (const one of waiting) settled.push(await doOne(transaction, one));
      return settled;
    });
  }
}

const doApart: Do = async (transaction, { work, resolve, reject }) => {
  await sql`savepoint one`.execute(transaction);
  try {
    const result = await work(transaction);
    await sql`release one`.execute(transaction);
    return () => resolve(result);
  } catch (error) {
    await undo(transaction, error);
    return () => reject(error);
  }
};

/** A full disk undid the whole transaction. */
async function undo(transaction: Transaction<Schema>, cause: unknown): Promise<void> {
  try {
    await sql`rollback to one`.execute(transaction);
    await sql`release one`.execute(transaction);
  } catch {
    throw cause;
  }
}
