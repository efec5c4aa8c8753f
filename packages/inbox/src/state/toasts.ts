import { type ReadonlySignal, signal } from '@preact/signals';

/** A message at the lower edge. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isProblem: boolean;
  readonly undo?: () => Promise<void>;
}

/** Reports results, with undo, and failures. */
export interface Toasts {
  readonly current: ReadonlySignal<Toast | null>;
  report(text: string, undo?: () => Promise<void>): void;
  fail(what: string, error: unknown): void;
  undo(): Promise<void>;
  dismiss(): void;
}

const SHOWN_MS = 8_000;

/** An empty list. */
export function createToasts(): Toasts {
  const current = signal<Toast | null>(null);
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(toast: Omit<Toast, 'id'>): void {
    clearTimeout(timer);
    count += 1;
    current.value = { ...toast, id: count };
    timer = setTimeout(dismiss, SHOWN_MS);
  }
  function dismiss(): void {
    clearTimeout(timer);
    current.value = null;
  }
  return {
    current,
    dismiss,
    report: (text, undo) => show({ text, isProblem: false, ...(undo && { undo }) }),
    fail: (what, error) => show({ text: `${what} ${reasonOf(error)}`, isProblem: true }),
    async undo() {
      const undo = current.value?.undo;
      dismiss();
      // The failed action has reported its error.
      await undo?.().catch(() => undefined);
    },
  };
}

/** Explains a failure to the user. */
export function reasonOf(error: unknown): string {
  if (error instanceof TypeError) return 'The server cannot be reached.';
  return error instanceof Error ? error.message : 'Something failed.';
}
