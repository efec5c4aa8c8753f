import { type ReadonlySignal, signal } from '@preact/signals';
import { ApiError, type Client } from '../api/client.ts';
import { type Listener, listen } from '../api/event-stream.ts';
import type { FolderList } from './folder-list.ts';
import type { MessageList } from './message-list.ts';

export type Connection = 'connecting' | 'live' | 'offline';

/** Two streams: the account's folders, and the visible folder. */
export interface LiveMail {
  readonly connection: ReadonlySignal<Connection>;
  watch(): void;
  /** Reads a failed list again, and follows it. */
  recover(): Promise<void>;
  stop(): void;
}

interface Parts {
  /** The login is no longer valid. */
  readonly onRefused: (reason: string) => void;
  readonly client: Client;
  readonly account: string;
  readonly folders: FolderList;
  readonly list: MessageList;
}

const AGAIN_AFTER_MS = 10_000;

/** Starts both streams. */
export function startLiveMail({ client, account, folders, list, onRefused }: Parts): LiveMail {
  const connection = signal<Connection>('connecting');
  const all = new AbortController();
  let inView = new AbortController();

  const listener = (follow: () => Promise<void>): Listener => ({
    onLive(isLive) {
      connection.value = isLive ? 'live' : 'offline';
      // The stream omits changes before its start.
      if (isLive) void follow().catch(() => undefined);
    },
    async take({ type }) {
      if (type === 'changes' || type === 'reset') await follow().catch(() => undefined);
    },
  });
  async function keep(
    { path, state, listener: taker }: { path: string; state: () => string | undefined; listener: Listener },
    aborted: AbortSignal,
  ): Promise<void> {
    while (!aborted.aborted) {
      const from = state();
      if (from === undefined) return;
      try {
        await listen(client, { path, state: from, listener: taker }, aborted);
      } catch (error) {
        connection.value = 'offline';
        if (error instanceof ApiError && error.status === 401) return onRefused(error.message);
      }
      await again();
    }
  }
  void keep(
    { path: `MailAccounts/${account}/events`, state: folders.state, listener: listener(folders.follow) },
    all.signal,
  );
  function watch(): void {
    inView.abort();
    inView = new AbortController();
    const { signal: aborted } = inView;
    const status = list.status.value;
    if (status.kind === 'failed') {
      if (status.isPassing) void recoverLater(aborted);
      return;
    }
    const { folder } = list.source.value;
    const taker = listener(() => list.follow());
    void keep({ path: `MailFolders/${folder}/events`, state: list.state, listener: taker }, aborted);
  }
  async function recover(): Promise<void> {
    await list.reload();
    watch();
  }
  async function recoverLater(aborted: AbortSignal): Promise<void> {
    await again();
    if (!aborted.aborted) await recover();
  }
  return {
    ...{ connection, watch, recover },
    stop() {
      all.abort();
      inView.abort();
    },
  };
}

function again(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
}
