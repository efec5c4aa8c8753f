import { setTimeout as wait } from 'node:timers/promises';
import { idle } from 'posthorn-imap';
import type {
  LastingNames,
  MailboxSnapshot,
  WatchConnection,
  WatchConnections,
  WatchedChanges,
  WatchNews,
} from '../../../application/ports/mail/watch-connections.ts';
import { type MailTelemetry, UNMEASURED, type WatchMode } from '../../../application/ports/mail-telemetry.ts';
import { failedAt } from '../../../domain/accounts/failed-server.ts';
import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import { belowRoots } from '../../../domain/mailboxes/mail-folder-tree.ts';
import type { Mailbox } from '../../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MessageItem, MessageItemAttribute } from '../../../domain/messages/message-item.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { outdatedError } from '../changes/imap-mail-changes.ts';
import { OutdatedView } from '../changes/outdated-view.ts';
import { readChanges } from '../changes/read-changes.ts';
import { readSnapshot } from '../changes/read-snapshot.ts';
import { enableResyncing } from '../changes/resyncing-session.ts';
import { listCurrentMailboxes } from '../mailboxes/listed-mailboxes.ts';
import { toMailError } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { SessionPool } from '../session/session-pool.ts';
import type { Lease } from '../session/session-work.ts';
import { readNamed } from './message-names.ts';
import { PendingNews } from './pending-news.ts';
import { canPush, setNotifications } from './pushed-news.ts';

const INBOX = 'INBOX' as MailboxName;
const FLAGS: ReadonlySet<MessageItemAttribute> = new Set([
  ...(['seen', 'flagged', 'answered', 'draft', 'keywords'] as const),
]);
/** Joins reports into one reading. */
const JOIN_MS = 10;
/** For the longest step, a huge mailbox's page. */
const STEP_MS = 60_000;

/** Telemetry, and step time. */
export interface ImapWatchOptions {
  readonly telemetry?: MailTelemetry;
  readonly stepMs?: number;
}

/** Reads on the session that waits for reports. */
export class ImapWatchConnections implements WatchConnections {
  readonly #pool: SessionPool;
  readonly #options: Required<ImapWatchOptions>;

  constructor(pool: SessionPool, { telemetry = UNMEASURED, stepMs = STEP_MS }: ImapWatchOptions = {}) {
    this.#pool = pool;
    this.#options = { telemetry, stepMs };
  }

  async open(
    { account, isNew }: { readonly account: MailAccount; readonly isNew: boolean },
    signal: AbortSignal,
  ): Promise<WatchConnection> {
    // A new one replaces another.
    const isOwn = isNew || this.#pool.canDedicate(account);
    const lease = isOwn
      ? await this.#pool.borrowLong({ account, isNew }, signal)
      : await this.#pool.borrow({ account, mailbox: null }, signal);
    if (isOwn) lease.session.isReadOnly = true;
    try {
      if (isOwn) await enableResyncing(lease.session, signal);
      const mode = isOwn ? await modeOf(lease.session, signal) : 'sweep';
      return new ImapWatchConnection({ account, lease, mode, isOwn, pool: this.#pool, ...this.#options });
    } catch (error) {
      lease.session.destroy();
      lease.release();
      throw failedAt('imap', account, toMailError(error));
    }
  }
}

async function modeOf(session: ImapSession, signal: AbortSignal): Promise<WatchMode> {
  if (!canPush(session)) return 'sweep';
  return (await setNotifications(session, signal)) ? 'notify' : 'idle';
}

interface ConnectionParts extends Required<ImapWatchOptions> {
  readonly account: MailAccount;
  readonly lease: Lease;
  readonly mode: WatchMode;
  readonly isOwn: boolean;
  readonly pool: SessionPool;
}

type Work<Result> = (session: ImapSession, signal: AbortSignal) => Promise<Result>;

class ImapWatchConnection implements WatchConnection {
  readonly mode: WatchMode;
  readonly isOwn: boolean;
  readonly endsAt: number;
  readonly #parts: Omit<ConnectionParts, 'lease'>;
  readonly #pending = new PendingNews();
  readonly #endMeasuring: () => void;
  /** Null after a sweep returned it. */
  #lease: Lease | null;
  #endIdle = (): void => undefined;

  constructor({ lease, ...parts }: ConnectionParts) {
    this.mode = parts.mode;
    this.isOwn = parts.isOwn;
    this.endsAt = lease.endsAt;
    this.#parts = parts;
    this.#lease = lease;
    lease.session.news = this.#pending;
    this.#endMeasuring = parts.telemetry.beginWatch(parts.mode);
  }

  listMailboxes(signal: AbortSignal): Promise<readonly Mailbox[]> {
    const work: Work<readonly Mailbox[]> = async (session, limited) =>
      belowRoots(await listCurrentMailboxes(session, limited), this.#parts.account.roots);
    return this.#use(null, work, signal);
  }

  readChanges(
    request: Parameters<WatchConnection['readChanges']>[0],
    signal: AbortSignal,
  ): Promise<WatchedChanges> {
    const work: Work<WatchedChanges> = async (session, limited) => {
      const names = new Map<number, LastingNames>();
      const readCreated = async (uids: readonly Uid[]): Promise<readonly MessageItem[]> => {
        const named = await readNamed(session, { uids, attributes: FLAGS }, limited);
        for (const [uid, name] of named.names) names.set(uid, name);
        return named.items;
      };
      const selection = { attributes: FLAGS };
      const changes = await readChanges(session, { ...request, selection, readCreated }, limited);
      return { ...changes, names };
    };
    return this.#use(request.mailbox, work, signal);
  }

  readSnapshot(mailbox: MailboxName, signal: AbortSignal): Promise<MailboxSnapshot> {
    return this.#use(mailbox, (session, limited) => readSnapshot(session, mailbox, limited), signal);
  }

  readNames(
    { mailbox, uids }: Parameters<WatchConnection['readNames']>[0],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, LastingNames>> {
    const work: Work<ReadonlyMap<number, LastingNames>> = async (session, limited) => {
      await session.open(mailbox, limited);
      const request = { uids: uids as readonly Uid[], attributes: new Set<MessageItemAttribute>() };
      return (await readNamed(session, request, limited)).names;
    };
    return this.#use(mailbox, work, signal);
  }

  async waitForNews(ms: number, signal: AbortSignal): Promise<WatchNews> {
    if (this.mode === 'sweep') {
      this.#giveBack();
      await wait(ms, undefined, { signal });
      return new Set();
    }
    if (this.#lease?.session.opened?.name !== INBOX)
      await this.#use(INBOX, (session, limited) => this.#select(session, limited), signal);
    if (this.#pending.isEmpty) await this.#use(INBOX, (session) => this.#idle(session, ms, signal), null);
    return this.#pending.take();
  }

  async close(): Promise<void> {
    const lease = this.#lease;
    this.#endMeasuring();
    this.#giveBackNews();
    this.#endIdle();
    this.#lease = null;
    if (lease === null) return;
    if (this.mode !== 'sweep') await lease.session.logout().catch(() => undefined);
    lease.release();
  }

  /** It had no reports while others were open. */
  async #select(session: ImapSession, signal: AbortSignal): Promise<void> {
    await session.reopen(INBOX, signal);
    this.#pending.note(INBOX);
  }

  /** Settles at reports, still in IDLE: DONE goes out with the commands that follow. Fails where IDLE fails before. */
  async #idle(session: ImapSession, maxMs: number, signal: AbortSignal): Promise<void> {
    const endsAt = performance.now() + maxMs;
    const enough = new AbortController();
    this.#endIdle = () => enough.abort(ENOUGH);
    let timer: NodeJS.Timeout | undefined;
    const isReported = await new Promise<boolean>((resolve, reject) => {
      const onNews: Parameters<typeof idle>[1]['onNews'] = (response) => {
        this.#pending.add(response, INBOX);
        if (!this.#pending.isEmpty) timer ??= setTimeout(() => resolve(true), JOIN_MS);
      };
      idle(session, { maxMs, until: enough.signal, onNews }, signal).then(() => resolve(false), reject);
    });
    clearTimeout(timer);
    // A list follows: it shows whether the server reports changes only on request.
    if (!isReported && performance.now() >= endsAt) this.#pending.take();
  }

  /** Null signal: the work has its own deadlines. */
  async #use<Result>(
    mailbox: MailboxName | null,
    work: Work<Result>,
    signal: AbortSignal | null,
  ): Promise<Result> {
    const { account, pool, stepMs } = this.#parts;
    const limit = signal && AbortSignal.timeout(stepMs);
    const limited = signal && limit ? AbortSignal.any([signal, limit]) : NEVER;
    const lease = this.#lease;
    try {
      const use = ({ session }: Pick<Lease, 'session'>) => {
        openForReading(session, mailbox);
        this.#endIdle();
        return work(session, limited);
      };
      return await (lease === null ? pool.use({ account, mailbox }, use, limited) : use(lease));
    } catch (error) {
      signal?.throwIfAborted();
      const known = error instanceof OutdatedView ? outdatedError(error) : toMailError(error);
      throw failedAt('imap', account, limit?.aborted ? tooSlow(known) : known);
    }
  }

  #giveBack(): void {
    this.#giveBackNews();
    this.#lease?.release();
    this.#lease = null;
  }

  #giveBackNews(): void {
    if (this.#lease?.session.news === this.#pending) this.#lease.session.news = null;
  }
}

/** A mailbox opened for a client stays as it is. */
function openForReading(session: ImapSession, mailbox: MailboxName | null): void {
  if (mailbox !== null && session.opened?.name !== mailbox) session.isReadOnly = true;
}

/** An error would take a stack at each report. */
const ENOUGH = 'enough';
const NEVER = new AbortController().signal;

function tooSlow(cause: unknown): MailError {
  return new MailError('server-timeout', { detail: 'The mail server did not answer in time.' }, { cause });
}
