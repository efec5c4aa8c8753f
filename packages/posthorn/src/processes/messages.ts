/** The messages between the primary process and its workers. */
import type { ConfigurationProblem } from '../config/configuration-error.ts';
import type { Settings } from '../config/settings.ts';
import type { MetricsSnapshot } from '../observability/metrics.ts';
import type { SharedCall } from './shared-stores.ts';

/** The first message to a worker: what it serves. */
export interface WorkerStart {
  readonly kind: 'start';
  /** Its number, from 1. */
  readonly worker: number;
  readonly processCount: number;
  /** The installation. */
  readonly rootDirectory: string;
  /** The settings of the whole installation, as they were when the primary process started; always with a key. */
  readonly settings: Settings;
  /** The private directory of the sockets between workers. */
  readonly directory: string;
}

/** To a worker. */
export type PrimaryMessage =
  | WorkerStart
  | { readonly kind: 'reload' }
  | { readonly kind: 'measure'; readonly id: number }
  /** No worker has clients left: the sockets between workers may close. */
  | { readonly kind: 'finish' }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown };

/** From a worker. */
export type WorkerMessage =
  /** It reads messages from now on; earlier ones would be lost. */
  | { readonly kind: 'listening' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string; readonly problems?: readonly ConfigurationProblem[] }
  | { readonly kind: 'measured'; readonly id: number; readonly snapshot: MetricsSnapshot | null }
  /** It has no clients left. */
  | { readonly kind: 'emptied' }
  | ({ readonly kind: 'call'; readonly id: number } & SharedCall);
