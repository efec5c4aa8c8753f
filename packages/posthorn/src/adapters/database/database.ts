import { type Kysely, sql, type Transaction } from 'kysely';
import { GroupedWorks } from './grouped-works.ts';
import type { Schema } from './schema.ts';
import { isRepeatable, toStoreError } from './store-errors.ts';

export type Engine = 'file' | 'postgres';

const MAX_ATTEMPTS = 4;

/**
 * Throws `store-unavailable`. Transactions await nothing else: they hold row locks and pooled connections.
 */
export class Database {
  readonly engine: Engine;
  readonly #kysely: Kysely<Schema>;
  readonly #onClose: () => void;
  readonly #grouped = new GroupedWorks((work) => this.transact(work));

  constructor({
    engine,
    kysely,
    onClose = () => undefined,
  }: { readonly engine: Engine; readonly kysely: Kysely<Schema>; readonly onClose?: () => void }) {
    this.engine = engine;
    this.#kysely = kysely;
    this.#onClose = onClose;
  }

  async run<Result>(work: (kysely: Kysely<Schema>) => Promise<Result>): Promise<Result> {
    try {
      return await work(this.#kysely);
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /** May run `work` several times. */
  async transact<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#kysely.transaction().execute(work);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRepeatable(error)) throw toStoreError(error);
      }
    }
  }

  /** As `transact`; at a file, waiting works share a commit. `rows`: about how many. */
  async transactTogether<Result>(
    work: (transaction: Transaction<Schema>) => Promise<Result>,
    rows = 1,
  ): Promise<Result> {
    if (this.engine === 'postgres') return this.transact(work);
    try {
      return await this.#grouped.run(work, rows);
    } catch (error) {
      throw toStoreError(error);
    }
  }

  async ping(): Promise<void> {
    await this.run((kysely) => sql`select 1`.execute(kysely));
  }

  async close(): Promise<void> {
    await this.#kysely.destroy();
    this.#onClose();
  }
}
