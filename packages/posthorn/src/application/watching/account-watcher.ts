import { setTimeout as wait } from 'node:timers/promises';
import type { MailAccount, MailAccountId } from '../../domain/accounts/mail-account.ts';
import { MailError, type MailErrorCode } from '../../domain/errors/mail-error.ts';
import type { HostKey } from '../../domain/limits/limit-keys.ts';
import type { MailboxCounts } from '../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import { type Deadline, deadlineIn, timeUntil } from '../../domain/values/deadline.ts';
import type { AccountOpening } from '../connected/account-opening.ts';
import type { WatchConnection, WatchConnections, WatchNews } from '../ports/mail/watch-connections.ts';
import type { MailTelemetry, WatchMode } from '../ports/mail-telemetry.ts';
import { type ReadingParts, readFolders, resetFolder } from './account-reading.ts';
import { readMailbox } from './mailbox-reading.ts';
import type { ReadingSlots } from './reading-slots.ts';
import type { StartGate } from './start-gate.ts';
import { SweptFolders } from './swept-folders.ts';
import type { WatcherTiming } from './watcher-timing.ts';

/** Dependencies of a watcher. */
export interface WatcherParts extends Pick<ReadingParts, 'log' | 'now'> {
  readonly opening: Pick<AccountOpening, 'open' | 'noteFailure'>;
  readonly connections: WatchConnections;
  readonly gate: StartGate;
  readonly slots: ReadingSlots;
  readonly telemetry: Pick<MailTelemetry, 'addRestart'>;
  readonly timing: WatcherTiming;
  /** Stores the watcher's state for the account. Must not throw. */
  readonly note: (id: MailAccountId, watch: NotedWatch) => void;
  /** Called for faults of this program. */
  readonly report: (error: unknown) => void;
}

/** A watcher's mode, and the time of its last proof: a comparison of all folders over another connection. */
export interface NotedWatch {
  readonly mode: WatchMode | 'none';
  /** Epoch milliseconds; undefined: unchanged. */
  readonly provedAt?: number;
}

/** The watched account. */
export interface WatchedAccount {
  readonly id: MailAccountId;
  readonly createdAt: number;
  readonly host: HostKey;
}

/** Retried only after a change of the account. */
const FINAL: ReadonlySet<MailErrorCode> = new Set([
  ...(['mail-account-unknown', 'disabled', 'reauthentication-needed', 'capability-missing'] as const),
]);
const INBOX = 'INBOX' as MailboxName;
/** Lists per sweep: each may show a re-created folder. */
const MAX_LISTS = 3;
/** Folders to compare per list: each takes a SELECT and several searches. */
const MAX_PROVED = 3;
/** Sweeps with unreported changes that prove a silent connection. One sweep may have overtaken a report. */
const MAX_SILENT = 2;
/** Connections that see less than before, until the server must have gone back. */
const MAX_BEHIND = 3;

/** Watches an account: reads changes and writes their events. */
export class AccountWatcher {
  readonly #parts: WatcherParts;
  readonly #account: WatchedAccount;
  readonly #reading: ReadingParts;
  readonly #swept = new SweptFolders();
  readonly #behind = new Map<MailboxName, number>();
  #silent = 0;
  #failures = 0;

  constructor(parts: WatcherParts, account: WatchedAccount) {
    this.#parts = parts;
    this.#account = account;
    this.#reading = { account, log: parts.log, now: parts.now };
  }

  /** Settles after the signal, or when only a change of the account helps. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        try {
          await this.#cycle(signal);
        } catch (error) {
          if (signal.aborted || isFinal(error)) return;
          await this.#rest(error, signal);
        }
      }
    } finally {
      this.#parts.note(this.#account.id, { mode: 'none' });
    }
  }

  async #rest(error: unknown, signal: AbortSignal): Promise<void> {
    const { timing, telemetry, note, report } = this.#parts;
    telemetry.addRestart('failure');
    if (!isExpected(error)) report(error);
    if (this.#failures > 0) note(this.#account.id, { mode: 'none' });
    const asked = error instanceof MailError ? (error.details.retryAfterSeconds ?? 0) * 1000 : 0;
    const pause = Math.min(timing.maxRetryMs, timing.retryMs * 2 ** this.#failures);
    this.#failures += 1;
    const ms = Math.max(pause, Math.min(asked, timing.maxRetryMs)) * (0.75 + Math.random() / 2);
    await wait(ms, undefined, { signal }).catch(() => undefined);
  }

  async #cycle(signal: AbortSignal): Promise<void> {
    let connection = await this.#begin(null, signal);
    try {
      for (;;) {
        await this.#follow(connection, signal);
        const next = await this.#begin(connection, signal);
        await connection.close();
        connection = next;
      }
    } finally {
      await connection.close();
    }
  }

  /** Opens a connection and reads all. A new one checks what the earlier one reported. */
  #begin(earlier: WatchConnection | null, signal: AbortSignal): Promise<WatchConnection> {
    const { gate, telemetry, note, now } = this.#parts;
    const begin = async (): Promise<WatchConnection> => {
      const connection = await this.#open(earlier !== null || this.#failures > 0, signal);
      try {
        const isBehind = earlier !== null && (await isBlind(earlier, connection, signal));
        const provedAt = now();
        this.#swept.distrust();
        await this.#sweep(connection, { isProof: true }, signal);
        if (earlier !== null)
          telemetry.addRestart(isBehind || this.#silent >= MAX_SILENT ? 'blind' : 'cycle');
        note(this.#account.id, { mode: connection.mode, provedAt });
        this.#failures = 0;
        this.#silent = 0;
        return connection;
      } catch (error) {
        await connection.close();
        throw error;
      }
    };
    return gate.run(this.#account.host, begin, signal);
  }

  async #open(isNew: boolean, signal: AbortSignal): Promise<WatchConnection> {
    const { opening, connections, timing } = this.#parts;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timing.openMs)]);
    const account: MailAccount = await opening.open({ id: this.#account.id }, limited);
    try {
      return await connections.open({ account, isNew }, limited);
    } catch (error) {
      throw await opening.noteFailure(account, error);
    }
  }

  /** Returns when the connection must be replaced. */
  async #follow(connection: WatchConnection, signal: AbortSignal): Promise<void> {
    const { timing, now } = this.#parts;
    const { mode, isOwn, endsAt } = connection;
    // The wall clock may be set.
    const clock = { monotonic: () => performance.now(), wall: now };
    const left = (deadline: Deadline) => Math.max(0, timeUntil(clock, deadline));
    const end = deadlineIn(clock, Math.min(spread(timing.proofMs), endsAt - timing.renewMs - now()));
    let sweepAt = deadlineIn(clock, spread(timing.sweepMs));
    for (;;) {
      const isPolled = mode === 'sweep' && isOwn;
      const polledMs = isPolled ? timing.inboxMs : Number.POSITIVE_INFINITY;
      const news = await connection.waitForNews(Math.min(left(end), left(sweepAt), polledMs), signal);
      const told = isPolled ? new Set([INBOX]) : news;
      await this.#readNews(connection, told, signal);
      if (left(end) === 0 || this.#silent >= MAX_SILENT) return;
      if (left(sweepAt) > 0) continue;
      await this.#sweep(connection, { isProof: false }, signal);
      sweepAt = deadlineIn(clock, spread(timing.sweepMs));
    }
  }

  async #readNews(connection: WatchConnection, news: WatchNews, signal: AbortSignal): Promise<void> {
    if (news === null) return this.#sweep(connection, { isProof: true }, signal);
    for (const mailbox of news) {
      const read = () => this.#read(connection, { mailbox, isProof: false }, signal);
      const events = await this.#parts.slots.run(read, signal);
      if (events === null) return this.#sweep(connection, { isProof: true }, signal);
      if (events > 0) this.#silent = 0;
    }
  }

  /** Reads folders with changed counts. A proof does not judge whether the connection reports changes. */
  async #sweep(
    connection: WatchConnection,
    { isProof }: { readonly isProof: boolean },
    signal: AbortSignal,
  ): Promise<void> {
    const { now, timing } = this.#parts;
    const refused = new Set<MailboxName>();
    for (let list = 1; list <= MAX_LISTS; list += 1) {
      const reading = await readFolders(this.#reading, connection, signal);
      const { changed, unproved } = this.#swept.due(reading, { now: now(), inventoryMs: timing.inventoryMs });
      const due = new Map([...unproved.slice(0, MAX_PROVED), ...changed].map((each) => [each.name, each]));
      let isAgain = false;
      let isSilent = false;
      for (const folder of due.values()) {
        const isCompared = unproved.includes(folder);
        const readAt = now();
        const events = await this.#read(connection, { mailbox: folder.name, isProof: isCompared }, signal);
        isAgain ||= events === null;
        if (events === null) refused.add(folder.name);
        else refused.delete(folder.name);
        this.#swept.note(folder, isCompared ? readAt : null);
        isSilent ||= !isProof && reports(connection, folder.name) && (events ?? 0) > 0;
      }
      if (isSilent) this.#silent += 1;
      if (!isAgain) break;
    }
    // Still listed, but could not be read.
    for (const mailbox of refused) this.#swept.outdate(mailbox);
  }

  /** Returns the number of events; null: the list of folders has changed. */
  async #read(
    connection: WatchConnection,
    request: { readonly mailbox: MailboxName; readonly isProof: boolean },
    signal: AbortSignal,
  ): Promise<number | null> {
    const { mailbox } = request;
    try {
      const { events, overlooked } = await readMailbox(this.#reading, { connection, request }, signal);
      if (overlooked > 0) this.#silent = MAX_SILENT;
      this.#behind.delete(mailbox);
      return events;
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      if (error.code === 'message-gone' || error.code === 'mailbox-unknown') return null;
      // Its changes cannot be found.
      if (error.code === 'mailbox-too-large') return 0;
      if (error.code !== 'invalid-parameter') throw error;
      return this.#noteBehind(connection, { mailbox, error }, signal);
    }
  }

  /** One session may lag; after several, the server has gone back. */
  async #noteBehind(
    connection: WatchConnection,
    { mailbox, error }: { readonly mailbox: MailboxName; readonly error: MailError },
    signal: AbortSignal,
  ): Promise<null> {
    const count = (this.#behind.get(mailbox) ?? 0) + 1;
    this.#behind.set(mailbox, count);
    if (count < MAX_BEHIND) throw error;
    this.#behind.delete(mailbox);
    const { listed } = await readFolders(this.#reading, connection, signal);
    const folder = listed.find(({ name }) => name === mailbox);
    if (folder !== undefined) await resetFolder(this.#reading, folder);
    this.#swept.forget(mailbox);
    return null;
  }
}

/** True if changes of the mailbox are reported. */
function reports({ mode }: WatchConnection, mailbox: MailboxName): boolean {
  return mode === 'notify' || (mode === 'idle' && mailbox === INBOX);
}

/** True if the earlier connection shows less. */
async function isBlind(
  earlier: WatchConnection,
  fresh: WatchConnection,
  signal: AbortSignal,
): Promise<boolean> {
  if (earlier.mode === 'sweep') return false;
  const current = await fresh.listMailboxes(signal);
  const seen = await earlier.listMailboxes(signal).catch(() => null);
  if (seen === null) return false;
  const counts = new Map(seen.map((mailbox) => [mailbox.name, mailbox.counts]));
  return current.some((mailbox) => isBehind(counts.get(mailbox.name), mailbox.counts));
}

function isBehind(one: MailboxCounts | undefined, other: MailboxCounts | undefined): boolean {
  if (one === undefined || other === undefined || one.uidValidity !== other.uidValidity) return false;
  if (one.uidNext < other.uidNext) return true;
  if (one.highestModSeq === null || other.highestModSeq === null) return false;
  return BigInt(one.highestModSeq) < BigInt(other.highestModSeq);
}

/** Includes deadlines of this process. */
function isExpected(error: unknown): boolean {
  return error instanceof MailError || (error instanceof Error && error.name === 'TimeoutError');
}

function isFinal(error: unknown): boolean {
  return error instanceof MailError && FINAL.has(error.code);
}

/** Up to 15 % earlier, never later, so that accounts that began together drift apart. */
function spread(ms: number): number {
  return ms * (0.85 + Math.random() * 0.15);
}
