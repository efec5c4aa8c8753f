/** Streams of events over a pool of their own, with short times. */
import { ImapMailChanges } from '../../../src/adapters/imap/changes/imap-mail-changes.ts';
import { createSessionOpener } from '../../../src/adapters/imap/session/session-opener.ts';
import { SessionPool } from '../../../src/adapters/imap/session/session-pool.ts';
import { ImapMailWatcher } from '../../../src/adapters/imap/watch/imap-mail-watcher.ts';
import type { WatchTiming } from '../../../src/adapters/imap/watch/watch-timing.ts';
import { createHostPolicy } from '../../../src/adapters/network/host-policy.ts';
import { createWholeMessageReader } from '../../../src/adapters/workers/pooled-whole-message-reader.ts';
import {
  type ChangeEvents,
  createChangeEvents,
  type EventTiming,
} from '../../../src/application/following/change-events.ts';
import type { MailChanges } from '../../../src/application/ports/mail/mail-changes.ts';
import { type MailTelemetry, UNMEASURED } from '../../../src/application/ports/mail-telemetry.ts';
import { createTestState } from '../../support/memory-state.ts';
import { feedOver } from './following-client.ts';

/** What a process has, with what it has counted. Close it. */
export interface EventsBench {
  readonly changes: MailChanges;
  readonly events: ChangeEvents;
  readonly restarts: readonly string[];
  readonly modes: readonly string[];
  close(): Promise<void>;
}

export interface BenchOptions {
  readonly watch?: Partial<WatchTiming>;
  readonly reading?: Partial<EventTiming>;
  readonly maxPerAccount?: number;
  readonly maxTotal?: number;
}

/** A second for a cycle, and less for each step. */
const WATCH = { cycleMs: 1_000, sweepMs: 200, stepMs: 1_000, retryMs: 20, maxRetryMs: 100 };
const READING = { proofMs: 500, readMs: 1_000, retryMs: 20, maxRetryMs: 100 };

/** Sessions for loopback in clear text. Close it. */
export function openTestPool({
  maxPerAccount = 3,
  maxTotal = 500,
  telemetry = UNMEASURED,
}: Pick<BenchOptions, 'maxPerAccount' | 'maxTotal'> & {
  readonly telemetry?: MailTelemetry;
} = {}): SessionPool {
  return new SessionPool({
    open: createSessionOpener({
      hostPolicy: createHostPolicy({ allowList: [], isCleartextAllowed: true }),
      extraRoots: [],
      telemetry,
      wholeMessages: createWholeMessageReader(),
    }),
    ...{ maxPerAccount, maxTotal, idleMs: 60_000, now: Date.now },
    signInOutcomes: createTestState().signInOutcomes,
  });
}

/** Opens it. Two with the same key are as two processes of one installation. */
export function openEventsBench({
  watch,
  reading,
  maxPerAccount = 3,
  maxTotal = 500,
}: BenchOptions = {}): EventsBench {
  const pool = openTestPool({ maxPerAccount, maxTotal });
  const restarts: string[] = [];
  const modes: string[] = [];
  const telemetry: MailTelemetry = {
    ...UNMEASURED,
    beginWatch(mode) {
      modes.push(mode);
      return () => undefined;
    },
    addRestart: (reason) => restarts.push(reason),
  };
  const changes = new ImapMailChanges(pool);
  const watcher = new ImapMailWatcher(pool, { telemetry, timing: { ...WATCH, ...watch } });
  const events = createChangeEvents({
    changeFeed: feedOver(changes),
    mailWatcher: watcher,
    telemetry,
    ...createTestState(),
    limits: { perAccount: 1_000, total: 10_000 },
    timing: { ...READING, ...reading },
  });
  return {
    ...{ changes, events, restarts, modes },
    async close() {
      await watcher.close();
      await pool.close();
    },
  };
}
