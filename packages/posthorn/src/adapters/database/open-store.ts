import { setTimeout as wait } from 'node:timers/promises';
import { ENDED_SESSION_MS } from '../../application/ports/state/connect-sessions.ts';
import type { Nodes } from '../../application/ports/state/nodes.ts';
import type { KeyedSecretBox, SecretBox } from '../../application/ports/state/secret-box.ts';
import type { StatePorts } from '../../application/ports/state/state-ports.ts';
import type { Store } from '../../application/ports/state/store.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { SecretsKeys } from '../../domain/logins/secrets-key.ts';
import { startAppendNotices } from './append-notices.ts';
import type { Database } from './database.ts';
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts';
import { migrate } from './migrations/migrate.ts';
import { type DatabaseOptions, openDatabase, openForBeats } from './open-database.ts';
import { checkSecretsKeys } from './secret-checks.ts';
import { AppendListeners } from './tables/append-listeners.ts';
import { startSweep } from './tables/cleaning.ts';
import { createTableAccounts } from './tables/table-accounts.ts';
import { TableAnswerStore } from './tables/table-answer-store.ts';
import { createTableApiKeys } from './tables/table-api-keys.ts';
import { createTableConnectSessions } from './tables/table-connect-sessions.ts';
import { createTableEvents } from './tables/table-events.ts';
import { createTableGrants } from './tables/table-grants.ts';
import { createTableLeases } from './tables/table-leases.ts';
import { createTableMessageFates } from './tables/table-message-fates.ts';
import { createTableNodes } from './tables/table-nodes.ts';
import { TableRateLimits } from './tables/table-rate-limits.ts';
import { createTableRecentOriginals } from './tables/table-recent-originals.ts';
import { createTableSignInOutcomes } from './tables/table-sign-in-outcomes.ts';
import { createTableWebhookDeliveries } from './tables/table-webhook-deliveries.ts';
import { createTableWebhooks } from './tables/table-webhooks.ts';

const RETRY_MS = 250;

/** Database, keys and clock. */
export interface StoreOptions extends DatabaseOptions {
  readonly secretBox: KeyedSecretBox;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Past a pooler, to wake event-log readers; else they poll. */
  readonly listenUrl?: string | null;
}

/**
 * Persistent state. Servers at one PostgreSQL share leases; slots, and leases at a file, end with the
 * process.
 */
export type KeptState = Omit<StatePorts, 'leases' | 'slots'> & Partial<Pick<StatePorts, 'leases'>>;

/** Close it. */
export interface OpenStore {
  readonly store: Store;
  readonly state: KeptState;
  readonly migrated: readonly string[];
  /** At PostgreSQL; null for a file. */
  readonly nodes: Nodes | null;
  /** PostgreSQL's clock before this machine's; 0 for a file. */
  readonly clockAheadMs: () => number;
  /**
   * Seals with these keys from now on. Throws StoreRefusedError, changing nothing, if they cannot open the
   * secrets.
   */
  useKeys(keys: SecretsKeys): Promise<void>;
  close(): Promise<void>;
}

/** Opens, migrates and checks. Throws StoreRefusedError. */
export async function openTables(options: StoreOptions): Promise<OpenStore> {
  const database = await openDatabase(options);
  try {
    const clock = createDatabaseClock(database, options.now);
    const migrated = await prepare(database, { ...options, clock });
    const { secretBox } = options;
    const state = keptStateOf(database, { secretBox, now: () => options.now() + clock.aheadMs() });
    const listeners = new AppendListeners();
    const store = storeOf(database, secretBox, listeners);
    // A file has one server: earlier requests ended.
    if (options.isServer && database.engine === 'file') {
      await state.answerStore.abandonAll();
      await store.webhookDeliveries.abandonClaims();
    }
    const stopSweep = options.isServer ? sweepSessions(store, options) : async () => undefined;
    const beats = openForBeats(options);
    const { isServer, listenUrl: url, readPassword } = options;
    const stopNotices =
      isServer && url
        ? startAppendNotices({ database, listeners, url, readPassword })
        : async () => undefined;
    return {
      ...{ state, store, migrated, clockAheadMs: clock.aheadMs },
      nodes: beats && createTableNodes(beats),
      async useKeys(keys) {
        await checkSecretsKeys(database, secretBox.withKeys(keys));
        secretBox.replaceKeys(keys);
      },
      async close() {
        clock.stop();
        await stopSweep();
        await stopNotices();
        await beats?.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The applied migrations. The database may vanish during the start. */
async function prepare(
  database: Database,
  {
    secretBox,
    connectMs,
    clock,
  }: Pick<StoreOptions, 'secretBox' | 'connectMs'> & { readonly clock: DatabaseClock },
): Promise<readonly string[]> {
  const deadline = performance.now() + connectMs;
  for (;;) {
    try {
      const migrated = await migrate(database);
      await checkSecretsKeys(database, secretBox);
      await clock.start();
      return migrated;
    } catch (error) {
      const isAway = error instanceof MailError && error.code === 'store-unavailable';
      if (!isAway || performance.now() > deadline) throw error;
      await wait(RETRY_MS);
    }
  }
}

function sweepSessions({ connectSessions }: Store, { now }: Pick<StoreOptions, 'now'>): () => Promise<void> {
  return startSweep(() => connectSessions.removeEnded(now() - ENDED_SESSION_MS));
}

/** The database's persistent state. */
export function keptStateOf(
  database: Database,
  { secretBox, now }: Pick<StoreOptions, 'now'> & { readonly secretBox: SecretBox },
): KeptState & { readonly answerStore: TableAnswerStore } {
  return {
    answerStore: new TableAnswerStore(database, { secretBox, now }),
    rateLimits: new TableRateLimits(database, now),
    messageFates: createTableMessageFates(database, { secretBox, now }),
    recentOriginals: createTableRecentOriginals(database, { secretBox, now }),
    signInOutcomes: createTableSignInOutcomes(database, now),
    ...(database.engine === 'postgres' && { leases: createTableLeases(database, now) }),
  };
}

/** The database's store. */
export function storeOf(database: Database, secretBox: SecretBox, listeners = new AppendListeners()): Store {
  return {
    accounts: createTableAccounts(database, listeners),
    apiKeys: createTableApiKeys(database),
    grants: createTableGrants(database),
    connectSessions: createTableConnectSessions(database),
    events: createTableEvents(database, listeners),
    webhooks: createTableWebhooks(database, listeners),
    webhookDeliveries: createTableWebhookDeliveries(database, secretBox),
    secretBox,
  };
}
