/** Port: measures streams of events and the watching behind them. */

/** How an account is watched: the server announces changes of all mailboxes, or of one, or is polled. */
export type WatchMode = 'notify' | 'idle' | 'sweep';

/** Why a watch was restarted: its time was up, it failed, or it missed a change. */
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
