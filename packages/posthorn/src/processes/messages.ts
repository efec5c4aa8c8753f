/** What the primary process and its workers say to each other. */
import type { ConfigurationProblem } from '../config/configuration-error.ts';
import type { Settings } from '../config/settings.ts';
import type { MetricsSnapshot } from '../observability/metrics.ts';
import type { SharedCall } from './shared-stores.ts';

/** The first message to a worker: what it is to serve. */
export interface WorkerStart {
  readonly kind: 'start';
  /** Its number, from 1. */
  readonly worker: number;
  readonly processCount: number;
  /** The installation. */
  readonly rootDirectory: string;
  /** Those of the whole installation, as they were when the primary process started; with a key in any case. */
  readonly settings: Settings;
  /** The private directory of the sockets between workers. */
  readonly directory: string;
}

/** To a worker. */
export type PrimaryMessage =
  | WorkerStart
  | { readonly kind: 'reload' }
  | { readonly kind: 'measure'; readonly id: number }
  /** No worker has a client any more: the sockets between workers may close. */
  | { readonly kind: 'finish' }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown };

/** From a worker. */
export type WorkerMessage =
  /** It reads messages now; what was sent before would be lost. */
  | { readonly kind: 'listening' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string; readonly problems?: readonly ConfigurationProblem[] }
  | { readonly kind: 'measured'; readonly id: number; readonly snapshot: MetricsSnapshot | null }
  /** It has no client any more. */
  | { readonly kind: 'emptied' }
  | ({ readonly kind: 'call'; readonly id: number } & SharedCall);
