/** A client that keeps the uids of a mailbox by events alone, and comes back after the last one that it has taken. */
import type { ChangeEvents } from '../../../src/application/following/change-events.ts';
import type { FolderNews } from '../../../src/application/following/change-reader.ts';
import type { MailboxRef } from '../../../src/domain/accounts/mailbox-ref.ts';

/** A client between its streams. */
export class ListeningClient {
  readonly uids: Set<number>;
  /** The id of the last event. */
  lastId: string;
  /** How often an event of changes came whose id had come before. */
  repeated = 0;
  /** How many events told of changes. */
  told = 0;
  /** True once the server has said that nothing more will come. */
  hasEnded = false;
  readonly #folder: MailboxRef;
  readonly #ids = new Set<string>();

  /** `uids` are those at the state. */
  constructor(
    folder: MailboxRef,
    { uids, state }: { readonly uids: Iterable<number>; readonly state: string },
  ) {
    this.#folder = folder;
    this.uids = new Set(uids);
    this.lastId = state;
  }

  /** Listens until the signal aborts, or the stream ends. */
  async listen(events: ChangeEvents, signal: AbortSignal): Promise<void> {
    try {
      const stream = await events.open({ ...this.#folder, since: this.lastId }, signal);
      for await (const event of stream) {
        // What comes after the client has gone is not taken.
        if (signal.aborted) return;
        if (event.kind === 'changes' && event.folder) this.#take(event.folder, event.state);
        if (event.kind === 'ended') this.hasEnded = true;
        this.lastId = event.state;
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #take({ created, updated, removed, present }: FolderNews, id: string): void {
    this.told += 1;
    if (this.#ids.has(id)) this.repeated += 1;
    this.#ids.add(id);
    for (const uid of [...this.uids]) {
      if (removed.has(uid) || (present !== null && !present.has(uid))) this.uids.delete(uid);
    }
    for (const uid of [...created, ...updated]) this.uids.add(uid);
  }
}

/** Settles when the condition holds; throws after the time. */
export async function until(condition: () => boolean, maxMs: number): Promise<number> {
  const start = performance.now();
  while (!condition()) {
    if (performance.now() - start > maxMs) throw new Error(`It did not happen in ${maxMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return performance.now() - start;
}
