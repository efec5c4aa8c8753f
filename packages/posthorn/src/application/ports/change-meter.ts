/** Port: measures streams of events and the watching behind them. */

/** How an account is watched: told by the server of all mailboxes, of one, or asked again and again. */
export type WatchMode = 'notify' | 'idle' | 'sweep';

/** Why a watch was begun anew: its time was up, it failed, or it told nothing of what had happened. */
export type WatchRestart = 'cycle' | 'failure' | 'blind';

/** Receives what happens. Its methods must not throw. */
export interface ChangeMeter {
  /** An account is watched from now on; the function that is returned ends it. */
  beginWatch(mode: WatchMode): () => void;
  addRestart(reason: WatchRestart): void;
  /** A client listens from now on; the function that is returned ends it. */
  beginStream(): () => void;
  addEvent(): void;
}
