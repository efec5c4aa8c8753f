/** A watcher of one account over a real database file, with short times. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { migrate } from '../../../src/adapters/database/migrations/migrate.ts';
import { openDatabase } from '../../../src/adapters/database/open-database.ts';
import { createTableAccounts } from '../../../src/adapters/database/tables/table-accounts.ts';
import { createTableEvents } from '../../../src/adapters/database/tables/table-events.ts';
import { ImapWatchConnections } from '../../../src/adapters/imap/watch/imap-watch-connections.ts';
import type { WatchConnections } from '../../../src/application/ports/mail/watch-connections.ts';
import { type MailTelemetry, UNMEASURED } from '../../../src/application/ports/mail-telemetry.ts';
import type { EventLog } from '../../../src/application/ports/state/event-log.ts';
import { AccountWatcher, type NotedWatch } from '../../../src/application/watching/account-watcher.ts';
import { ReadingSlots } from '../../../src/application/watching/reading-slots.ts';
import { StartGate } from '../../../src/application/watching/start-gate.ts';
import type { WatcherTiming } from '../../../src/application/watching/watcher-timing.ts';
import type { MailAccount, MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { MailEvent } from '../../../src/domain/events/mail-event.ts';
import type { HostKey } from '../../../src/domain/limits/limit-keys.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import { openTestPool } from '../changes/events-bench.ts';

/** What a watcher has done. Close it. */
export interface WatchScene {
  readonly log: EventLog;
  readonly file: string;
  readonly restarts: readonly string[];
  readonly modes: readonly string[];
  readonly noted: readonly NotedWatch[];
  /** Events of messages and folders. */
  events(): Promise<readonly MailEvent[]>;
  /** Begins a watcher with sessions of its own, as a process does. Returns a function that ends it. */
  begin(): () => Promise<void>;
  close(): Promise<void>;
}

export interface SceneOptions {
  readonly timing?: Partial<WatcherTiming>;
  readonly maxPerAccount?: number;
  /** The end of every connection's token. */
  readonly endsAt?: () => number;
  readonly now?: () => number;
}

/** A sweep each third of a second. */
const TEST_TIMING: WatcherTiming = {
  openMs: 5_000,
  sweepMs: 300,
  inboxMs: 100,
  proofMs: 60_000,
  inventoryMs: 600_000,
  renewMs: 60_000,
  retryMs: 20,
  maxRetryMs: 200,
};

const CREATED_AT = 1_764_000_000_000;

/** Opens the table of a log in a file, with the accounts. */
export async function openLog(path: string, watched: readonly MailAccount[]) {
  const database = await openDatabase({
    location: { engine: 'file', path },
    ...{ readPassword: null, isServer: false, connectMs: 5_000 },
  });
  await migrate(database);
  const accounts = createTableAccounts(database);
  for (const { id } of watched) {
    if ((await accounts.find(id)) === null)
      await accounts.save(buildAccount({ id, state: 'connecting', createdAt: CREATED_AT }));
  }
  return { log: createTableEvents(database), close: () => database.close() };
}

/** Begins to watch; settles its end when the signal aborts. */
export function beginWatcher(
  { log, account }: { readonly log: EventLog; readonly account: MailAccount },
  {
    timing = {},
    maxPerAccount = 3,
    telemetry = UNMEASURED,
    note = () => undefined,
    endsAt,
    now = Date.now,
  }: SceneOptions & {
    readonly telemetry?: MailTelemetry;
    readonly note?: (watch: NotedWatch) => void;
  } = {},
): () => Promise<void> {
  const pool = openTestPool({ maxPerAccount, maxTotal: 100, telemetry });
  const imap = new ImapWatchConnections(pool, { telemetry, stepMs: 2_000 });
  const connections: WatchConnections = {
    async open(request, signal) {
      const connection = await imap.open(request, signal);
      return endsAt ? Object.defineProperty(connection, 'endsAt', { value: endsAt() }) : connection;
    },
  };
  const watcher = new AccountWatcher(
    {
      log,
      now,
      opening: { open: async () => account, noteFailure: async (_account, error) => error },
      connections,
      gate: new StartGate({ total: 10, perHost: 10 }),
      slots: new ReadingSlots(),
      telemetry,
      timing: { ...TEST_TIMING, ...timing },
      note: (_id, watch) => note(watch),
      report: (error) => console.error(error),
    },
    { id: account.id, createdAt: CREATED_AT, host: account.inbox.host as HostKey },
  );
  const end = new AbortController();
  const running = watcher.run(end.signal);
  return async () => {
    end.abort();
    await running;
    await pool.close();
  };
}

/** Opens it. */
export async function openWatchScene(account: MailAccount, options: SceneOptions = {}): Promise<WatchScene> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-watch-'));
  const file = join(folder, 'p.db');
  const { log, close } = await openLog(file, [account]);
  const restarts: string[] = [];
  const modes: string[] = [];
  const noted: NotedWatch[] = [];
  const ends = new Set<() => Promise<void>>();
  const telemetry: MailTelemetry = {
    ...UNMEASURED,
    beginWatch(mode) {
      modes.push(mode);
      return () => undefined;
    },
    addRestart: (reason) => restarts.push(reason),
  };
  return {
    ...{ log, file, restarts, modes, noted },
    events: () => readEvents(log),
    begin() {
      const end = beginWatcher(
        { log, account },
        { ...options, telemetry, note: (watch) => noted.push(watch) },
      );
      ends.add(end);
      return async () => {
        ends.delete(end);
        await end();
      };
    },
    async close() {
      for (const end of ends) await end();
      await close();
      await rm(folder, { recursive: true });
    },
  };
}

/** All events of messages and folders of an account, by default of all, the oldest first. */
export async function readEvents(log: EventLog, account?: MailAccountId): Promise<readonly MailEvent[]> {
  const filter = account === undefined ? {} : { accounts: [account] };
  const events: MailEvent[] = [];
  for (let after = 0; ; ) {
    const page = await log.list({ filter, after, limit: 1_000 });
    events.push(...page.map(({ event }) => event).filter(({ kind }) => !kind.startsWith('account.')));
    const last = page.at(-1);
    if (last === undefined) return events;
    after = last.position;
  }
}

/** Settles when `check` throws no more (`assert.ok` parses the file each time that it fails); rejects with its last error after the time. */
export async function eventually(check: () => Promise<void>, maxMs = 20_000): Promise<void> {
  for (const start = performance.now(); ; ) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() - start > maxMs) throw error;
      await wait(30);
    }
  }
}
