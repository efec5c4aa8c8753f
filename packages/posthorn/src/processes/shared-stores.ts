/** The stores that all workers share: they are in the memory of the primary process, and workers call their methods. */

import { MemoryAnswerStore } from '../adapters/memory/memory-answer-store.ts';
import { createTokenBuckets } from '../adapters/memory/memory-rate-limits.ts';
import type { AnswerStore } from '../application/ports/state/answer-store.ts';
import type { RateLimits } from '../application/ports/state/rate-limits.ts';

/** The stores. */
export interface SharedStores {
  readonly answerStore: AnswerStore;
  readonly rateLimits: RateLimits;
}

/** Every method that a worker may call, with its store. */
const CALLS = {
  begin: 'answerStore',
  finish: 'answerStore',
  forget: 'answerStore',
  take: 'rateLimits',
  giveBack: 'rateLimits',
} as const satisfies Readonly<Record<keyof AnswerStore | keyof RateLimits, keyof SharedStores>>;

/** A call of a method, as data. */
export interface SharedCall {
  readonly method: keyof typeof CALLS;
  readonly args: readonly unknown[];
}

/** Sends a call to the primary process, and returns its result. */
export type SendCall = (call: SharedCall) => Promise<unknown>;

/** The stores of a worker. */
export function createSharedStores(send: SendCall): SharedStores {
  const method =
    <Args extends readonly unknown[], Result>(name: SharedCall['method']) =>
    (...args: Args) =>
      send({ method: name, args }) as Promise<Result>;
  return {
    answerStore: { begin: method('begin'), finish: method('finish'), forget: method('forget') },
    rateLimits: { take: method('take'), giveBack: method('giveBack') },
  };
}

/** The stores in the primary process. */
export interface StoreKeeper {
  /** Runs the call of a worker. */
  answer(worker: number, call: SharedCall): Promise<unknown>;
  /** The worker has ended: what it had begun stays unfinished. */
  abandon(worker: number): void;
}

/** How long nobody repeats what a worker had under way at its end, as `AnswerStore` promises: nobody knows how far it came. */
const ABANDONED_MS = 60 * 60_000;

/** Creates empty stores. */
export function createStoreKeeper(): StoreKeeper {
  const stores: SharedStores = {
    answerStore: new MemoryAnswerStore({ now: Date.now }),
    rateLimits: createTokenBuckets(Date.now),
  };
  const begun = new Map<string, number>();

  const call = ({ method, args }: SharedCall): unknown => {
    const store = stores[CALLS[method]] as unknown as Record<
      string,
      (...args: readonly unknown[]) => unknown
    >;
    return store[method]?.(...args);
  };
  const note = (worker: number, { method, args: [first] }: SharedCall, result: unknown): void => {
    if (method === 'begin' && result === null) begun.set((first as { key: string }).key, worker);
    if (method === 'finish') begun.delete((first as { key: string }).key);
    if (method === 'forget') begun.delete(first as string);
  };

  return {
    async answer(worker, shared) {
      const result = await call(shared);
      note(worker, shared, result);
      return result;
    },
    abandon(worker) {
      const keys = [...begun].flatMap(([key, owner]) => (owner === worker ? [key] : []));
      for (const key of keys) {
        begun.delete(key);
        setTimeout(() => void stores.answerStore.forget(key), ABANDONED_MS).unref();
      }
    },
  };
}
