import {
  ABANDONED_REQUEST_MS,
  type AnswerStore,
  type BegunRequest,
  type KeyedRequest,
  type StoredAnswer,
} from '../../../application/ports/state/answer-store.ts';
import type { SecretBox } from '../../../application/ports/state/secret-box.ts';
import { answerBinding } from '../../../domain/accounts/secret-bindings.ts';
import type { SealedSecret } from '../../../domain/logins/sealed-secret.ts';
import { Secret } from '../../../domain/logins/secret.ts';
import type { Database } from '../database.ts';
import type { AnswerRow } from '../schema.ts';
import { isDuplicate } from '../store-errors.ts';
import { CLEANING_ROWS, createCleaning } from './cleaning.ts';
import type { SealedTableDependencies } from './sealed-table.ts';
import { numberIn, readFrom, readRecord, recordIn, textIn } from './stored-json.ts';

const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Answers to an Idempotency-Key, sealed: they contain mail. */
export class TableAnswerStore implements AnswerStore {
  readonly #database: Database;
  readonly #secretBox: SecretBox;
  readonly #now: () => number;
  readonly #clean: () => Promise<void>;

  constructor(database: Database, { secretBox, now }: SealedTableDependencies) {
    this.#database = database;
    this.#secretBox = secretBox;
    this.#now = now;
    this.#clean = createCleaning(now, (at) => this.#removeOld(at));
  }

  async begin(request: KeyedRequest & { readonly owner: string }): Promise<BegunRequest | null> {
    await this.#clean();
    const { key } = request;
    for (;;) {
      if (await this.#insert(request)) return null;
      const row = await this.#database.run((kysely) =>
        kysely.selectFrom('answers').selectAll().where('key', '=', key).executeTakeFirst(),
      );
      if (row !== undefined && !this.#hasEnded(row)) return this.#toBegun(row);
      // Ended or expired.
      if (row !== undefined) await this.#removeVersion(row);
    }
  }

  async finish({ key, answer }: { readonly key: string; readonly answer: StoredAnswer }): Promise<void> {
    const sealed = this.#secretBox.seal(new Secret(toText(answer)), answerBinding(key));
    await this.#database.run((kysely) =>
      kysely
        .updateTable('answers')
        .set({ answer: sealed })
        .where('key', '=', key)
        .where('answer', 'is', null)
        .execute(),
    );
  }

  async forget(key: string): Promise<void> {
    await this.#database.run((kysely) => kysely.deleteFrom('answers').where('key', '=', key).execute());
  }

  abandon(owner: string): Promise<void> {
    return this.#abandon(owner);
  }

  /** At a start without other processes. */
  abandonAll(): Promise<void> {
    return this.#abandon(null);
  }

  /** Null: all owners. */
  async #abandon(owner: string | null): Promise<void> {
    await this.#database.run((kysely) =>
      kysely
        .updateTable('answers')
        .set({ abandoned_at: this.#now() })
        .$if(owner !== null, (query) => query.where('owner', '=', owner))
        .where('answer', 'is', null)
        .where('abandoned_at', 'is', null)
        .execute(),
    );
  }

  /** False for an existing key. */
  async #insert({ key, fingerprint, owner }: KeyedRequest & { readonly owner: string }): Promise<boolean> {
    const row = { key, fingerprint, owner, answer: null, created_at: this.#now(), abandoned_at: null };
    try {
      await this.#database.run((kysely) => kysely.insertInto('answers').values(row).execute());
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  #hasEnded({ answer, created_at, abandoned_at }: AnswerRow): boolean {
    const now = this.#now();
    if (created_at + LIFETIME_MS <= now) return true;
    return answer === null && abandoned_at !== null && abandoned_at + ABANDONED_REQUEST_MS <= now;
  }

  #toBegun({ key, fingerprint, answer }: AnswerRow): BegunRequest {
    if (answer === null) return { fingerprint, answer };
    const text = this.#secretBox.open(answer as SealedSecret, answerBinding(key));
    return { fingerprint, answer: readFrom('answers', () => toAnswer(text.reveal())) };
  }

  async #removeVersion({ key, created_at }: AnswerRow): Promise<void> {
    await this.#database.run((kysely) =>
      kysely.deleteFrom('answers').where('key', '=', key).where('created_at', '=', created_at).execute(),
    );
  }

  #removeOld(now: number): Promise<unknown> {
    return this.#database.run((kysely) =>
      kysely
        .deleteFrom('answers')
        .where('key', 'in', (from) =>
          from
            .selectFrom('answers')
            .select('key')
            .where('created_at', '<', now - LIFETIME_MS)
            .orderBy('created_at')
            .limit(CLEANING_ROWS),
        )
        .execute(),
    );
  }
}

function toText({ status, headers, body, bodyDigest }: StoredAnswer): string {
  const base64 = body && Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64');
  return JSON.stringify({ status, headers, body: base64, bodyDigest });
}

function toAnswer(text: string): StoredAnswer {
  const record = readRecord(text);
  const { body, bodyDigest } = record;
  const headers = recordIn(record, 'headers');
  return {
    status: numberIn(record, 'status'),
    headers: Object.fromEntries(Object.keys(headers).map((name) => [name, textIn(headers, name)])),
    body: typeof body === 'string' ? Buffer.from(body, 'base64') : null,
    ...(typeof bodyDigest === 'string' && { bodyDigest }),
  };
}
