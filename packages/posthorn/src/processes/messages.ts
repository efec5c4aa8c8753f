import type { NodeView } from '../application/ownership/node-view.ts';
import type { ConfigurationProblem } from '../config/configuration-error.ts';
import type { Settings } from '../config/settings.ts';
import type { MetricsSnapshot } from '../observability/metrics.ts';
import type { CallResult, SharedCall } from './shared-state.ts';

/** A worker's first message. */
export interface WorkerStart {
  readonly kind: 'start';
  /** From 1. */
  readonly worker: number;
  readonly processCount: number;
  readonly rootDirectory: string;
  /** The installation's at start, with a key. */
  readonly settings: Settings;
  /** For sockets between workers. */
  readonly directory: string;
}

/** Messages to a worker. */
export type PrimaryMessage =
  | WorkerStart
  | { readonly kind: 'reload' }
  | { readonly kind: 'measure'; readonly id: number }
  /** The node's accounts; null: none. */
  | { readonly kind: 'view'; readonly view: NodeView | null }
  /** No worker has clients: sockets may close. */
  | { readonly kind: 'finish' }
  | ({ readonly kind: 'result'; readonly id: number } & CallResult);

/** Messages from a worker. */
export type WorkerMessage =
  /** Earlier messages would be lost. */
  | { readonly kind: 'listening' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string; readonly problems?: readonly ConfigurationProblem[] }
  | { readonly kind: 'measured'; readonly id: number; readonly snapshot: MetricsSnapshot | null }
  | { readonly kind: 'emptied' }
  /** An account's owner has moved. */
  | { readonly kind: 'missed' }
  | ({ readonly kind: 'call'; readonly id: number } & SharedCall);
