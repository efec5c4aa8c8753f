import type { ApiKeyId } from '../../domain/rights/api-key.ts';
import type { ApiKeys } from '../ports/state/api-keys.ts';

const MINUTE_MS = 60_000;
const FLUSH_MS = 30_000;

/** Keys' last uses, written together: requests cost no write. */
export class KeyUses {
  readonly #apiKeys: Pick<ApiKeys, 'noteUses'>;
  readonly #now: () => number;
  #uses = new Map<ApiKeyId, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ apiKeys, now }: { readonly apiKeys: Pick<ApiKeys, 'noteUses'>; readonly now: () => number }) {
    this.#apiKeys = apiKeys;
    this.#now = now;
  }

  note(id: ApiKeyId): void {
    const minute = this.#now() - (this.#now() % MINUTE_MS);
    this.#uses.set(id, minute);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Failed writes are repeated next time. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = this.#uses;
    this.#uses = new Map();
    try {
      await this.#apiKeys.noteUses([...uses].map(([id, at]) => ({ id, at })));
    } catch {
      for (const [id, at] of uses) if (!this.#uses.has(id)) this.#uses.set(id, at);
    }
  }
}
