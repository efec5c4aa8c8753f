import { type ReadonlySignal, signal } from '@preact/signals';

/** Messages selected for a common action. */
export interface Selection {
  readonly ids: ReadonlySignal<ReadonlySet<string>>;
  toggle(id: string): void;
  extend(id: string, order: readonly string[]): void;
  add(ids: readonly string[]): void;
  clear(): void;
}

/** An empty selection. */
export function createSelection(): Selection {
  const ids = signal<ReadonlySet<string>>(new Set());
  let last: string | undefined;
  return {
    ids,
    toggle(id) {
      const next = new Set(ids.value);
      if (!next.delete(id)) next.add(id);
      last = id;
      ids.value = next;
    },
    extend(id, order) {
      const [one, other] = [order.indexOf(last ?? id), order.indexOf(id)];
      const between = order.slice(Math.min(one, other), Math.max(one, other) + 1);
      ids.value = new Set([...ids.value, ...between, id]);
      last = id;
    },
    add(more) {
      ids.value = new Set([...ids.value, ...more]);
    },
    clear() {
      last = undefined;
      if (ids.value.size > 0) ids.value = new Set();
    },
  };
}
