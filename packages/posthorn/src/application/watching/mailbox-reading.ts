import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MailEvent } from '../../domain/events/mail-event.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import { type MailboxPosition, positionAt } from '../../domain/mailboxes/mailbox-position.ts';
import type { LastingNames, WatchConnection } from '../ports/mail/watch-connections.ts';
import { contested, type ReadingParts } from './account-reading.ts';
import {
  compareChanges,
  compareSnapshot,
  type EventScene,
  type MailboxDifferences,
  messageEventId,
  partsOf,
  toMessageEvents,
  withDifferences,
} from './message-events.ts';
import { readFolderList } from './seen-folders.ts';
import { firstSight, readSeen, type SeenMailbox, writeSeen } from './seen-mailbox.ts';

/** A mailbox to read; for a proof, all of it. */
export interface MailboxRequest {
  readonly mailbox: MailboxName;
  readonly isProof: boolean;
}

/** The result of a reading. */
export interface MailboxReading {
  readonly events: number;
  /** Messages that the server did not report, found by comparing the whole mailbox. */
  readonly overlooked: number;
}

/** Per page and transaction. */
const MAX_EVENTS = 1000;
const MAX_ATTEMPTS = 10;
const FOUND_TOGETHER = 20;

/**
 * Reads changes of a mailbox and writes their events, page by page. Throws like `WatchConnection`: `message-gone` and
 * `mailbox-unknown` if the list of folders has changed.
 */
export async function readMailbox(
  parts: ReadingParts,
  { connection, request }: { readonly connection: WatchConnection; readonly request: MailboxRequest },
  signal: AbortSignal,
): Promise<MailboxReading> {
  const reading = new Reading(parts, connection, request.mailbox);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const isDone = await reading.read(request, signal);
    if (isDone) return reading.written;
  }
  throw contested();
}

/** With all messages, so that removed ones can be named. */
function sinceOf({ position, uids }: SeenMailbox): MailboxPosition {
  return { ...position, known: uids, ...(position.pending === null && { total: uids.size }) };
}

interface Held {
  readonly seen: SeenMailbox;
  readonly epoch: number;
}

type Names = ReadonlyMap<number, LastingNames>;
const NO_NAMES: Names = new Map();

interface LaterView {
  readonly differences: MailboxDifferences;
  readonly position: MailboxPosition;
  /** Of created messages, if the view has read them. */
  readonly names: Names;
}

class Reading {
  readonly #parts: ReadingParts;
  readonly #connection: WatchConnection;
  readonly #mailbox: MailboxName;
  readonly written = { events: 0, overlooked: 0 };

  constructor(parts: ReadingParts, connection: WatchConnection, mailbox: MailboxName) {
    this.#parts = parts;
    this.#connection = connection;
    this.#mailbox = mailbox;
  }

  /** False: another watcher wrote before, so compare again. */
  async read({ isProof }: MailboxRequest, signal: AbortSignal): Promise<boolean> {
    const { account, log } = this.#parts;
    const [own] = await log.positions(account.id, this.#mailbox);
    if (own === undefined) return this.#readFirst(signal);
    const held = { seen: readSeen(own.position), epoch: own.epoch };
    const read = await this.#readChanges(held, signal);
    if (read === null || !isProof) return read !== null;
    return (await this.#compareAll(read, signal)) !== null;
  }

  /** Does nothing for a mailbox not yet in a list. */
  async #readFirst(signal: AbortSignal): Promise<boolean> {
    const { account, log } = this.#parts;
    const [list] = await log.positions(account.id, null);
    const folder = list && readFolderList(list.position).get(this.#mailbox);
    if (folder === undefined) return true;
    const snapshot = await this.#connection.readSnapshot(this.#mailbox, signal);
    // The next list shows a re-created mailbox.
    if (snapshot.counts.uidValidity !== folder.uidValidity) return true;
    const seen = firstSight(snapshot, { ...folder, now: this.#parts.now() });
    const differences = compareSnapshot(seen, snapshot);
    const position = positionAt(snapshot.counts);
    const view = { differences, position, names: NO_NAMES };
    return (await this.#write({ seen, epoch: 0 }, view, signal)) !== null;
  }

  /** Null: another watcher was first. */
  async #readChanges(held: Held, signal: AbortSignal): Promise<Held | null> {
    for (let current = held; ; ) {
      const request = { mailbox: this.#mailbox, since: sinceOf(current.seen), limit: MAX_EVENTS };
      const changes = await this.#connection.readChanges(request, signal);
      // Removed messages are not all named.
      if (changes.present !== null) return this.#compareAll(current, signal);
      const { isMore } = changes;
      const position = { ...changes.position, known: null };
      const differences = compareChanges(current.seen, changes);
      const { names } = changes;
      const next = await this.#write(current, { differences, position, names }, signal);
      if (next === null) return null;
      if (!isMore) {
        // The server has other messages than reported.
        const isComplete = next.seen.uids.size === position.total;
        return isComplete ? next : this.#compareAll(next, signal);
      }
      current = next;
    }
  }

  async #compareAll(held: Held, signal: AbortSignal): Promise<Held | null> {
    const snapshot = await this.#connection.readSnapshot(this.#mailbox, signal);
    const { counts } = snapshot;
    if (counts.uidValidity !== held.seen.position.uidValidity) return held;
    const differences = compareSnapshot(held.seen, snapshot);
    this.written.overlooked += differences.created.filter(
      ({ uid }) => uid < held.seen.position.uidNext,
    ).length;
    const proved = { ...held, seen: { ...held.seen, provedAt: this.#parts.now() } };
    const view = { differences, position: positionAt(counts), names: NO_NAMES };
    return this.#write(proved, view, signal);
  }

  /** Writes events in parts; the position follows with the last. */
  async #write(
    held: Held,
    { differences, position, names: read }: LaterView,
    signal: AbortSignal,
  ): Promise<Held | null> {
    const parts = [...partsOf(differences, MAX_EVENTS)];
    let current = held;
    for (const [index, part] of parts.entries()) {
      signal.throwIfAborted();
      const isLast = index === parts.length - 1;
      const seen = withDifferences(current.seen, part);
      const after = isLast ? { ...seen, position } : seen;
      const scene = { ...this.#parts, mailbox: this.#mailbox, ...current, at: this.#parts.now() };
      const names = await this.#namesOf(scene, { ...part, read }, signal);
      const next = await this.#advance(current, { after, events: toMessageEvents(scene, part, names) });
      if (next === null) return null;
      current = next;
      if (!isLast) await nextTurn();
    }
    return current;
  }

  async #advance(
    { seen, epoch }: Held,
    { after, events }: { readonly after: SeenMailbox; readonly events: readonly MailEvent[] },
  ): Promise<Held | null> {
    const { account, log } = this.#parts;
    const octets = writeSeen(after);
    if (epoch > 0 && events.length === 0 && Buffer.compare(octets, writeSeen(seen)) === 0)
      return { seen, epoch };
    const isWritten = await log.advance({
      ...{ account: account.id, createdAt: account.createdAt },
      positions: [{ account: account.id, mailbox: this.#mailbox, position: octets, epoch }],
      removed: [],
      events,
    });
    if (!isWritten) return null;
    this.written.events += events.length;
    return { seen: after, epoch: epoch + 1 };
  }

  async #namesOf(
    scene: EventScene,
    { created, removed, read }: Omit<MailboxDifferences, 'updated'> & { readonly read: Names },
    signal: AbortSignal,
  ): Promise<Names> {
    const uids = created.map(({ uid }) => uid).filter((uid) => !read.has(uid));
    const missing = uids.length > 0 && { mailbox: this.#mailbox, uids };
    const names = new Map([
      ...read,
      ...(missing ? await this.#connection.readNames(missing, signal) : NO_NAMES),
    ]);
    for (let start = 0; start < removed.length; start += FOUND_TOGETHER) {
      const together = removed.slice(start, start + FOUND_TOGETHER);
      const found = await Promise.all(together.map((uid) => this.#nameAtCreation(scene, uid)));
      together.forEach((uid, index) => {
        const known = found[index];
        if (known) names.set(uid, known);
      });
    }
    return names;
  }

  /** While kept, the event of its creation names a removed message. */
  async #nameAtCreation(scene: EventScene, uid: number): Promise<LastingNames | null> {
    const logged = await this.#parts.log.find(messageEventId(scene, 'message.created', uid));
    if (logged === null) return null;
    const { messageId = null, emailId = null } = logged.event.data as Partial<
      Record<keyof LastingNames, string>
    >;
    return { messageId, emailId };
  }
}
