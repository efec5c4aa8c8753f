import type { AdministrationOptions, DatabaseReport } from '../adapters/database/administration.ts';
import type { PostgresReport } from '../adapters/database/postgres-report.ts';
import type { RotationReport, SecretsReport } from '../adapters/database/rotation.ts';
import { createSecretBox } from '../adapters/secrets/aes-secret-box.ts';
import { createManagedKeys, type ManagedKeys } from '../application/keys/managed-keys.ts';
import { ConfigurationError } from '../config/configuration-error.ts';
import { readDatabaseUrl } from '../config/database-url.ts';
import { readPasswordFile } from '../config/password-file.ts';
import { listenUrlOf, openStore, type StoreConfiguration } from './open-store.ts';

export type { DatabaseReport } from '../adapters/database/administration.ts';
export type { PostgresReport } from '../adapters/database/postgres-report.ts';
export type { KeyValues, ManagedKeys } from '../application/keys/managed-keys.ts';

/** Database commands. They reject with a sentence for the operator. */
export interface StoreTools {
  examine(): Promise<DatabaseReport>;
  /** Null for a file. */
  examineServer(): Promise<PostgresReport | null>;
  migrate(): Promise<readonly string[]>;
  rotate(): Promise<RotationReport>;
  examineSecrets(): Promise<SecretsReport>;
  /** Returns the file's octets. */
  backUp(target: string): Promise<number>;
  /** Opens the store, beside a running server or before the first start. */
  manageKeys<Result>(work: (keys: ManagedKeys) => Promise<Result>): Promise<Result>;
  /** Copies a file (`file:PATH`); returns rows by table. */
  copyFrom(source: string, rootDirectory: string): Promise<Readonly<Record<string, number>>>;
}

const CONNECT_MS = 0;

/** The tools; null without APP_DATABASE_URL. */
export async function openStoreTools({
  settings,
  secretsKeys,
}: StoreConfiguration): Promise<StoreTools | null> {
  const { databaseUrl: location, databasePasswordFile: passwordFile } = settings;
  if (location === null || !secretsKeys) return null;
  const administration = await import('../adapters/database/administration.ts');
  const options: AdministrationOptions = {
    location,
    readPassword: passwordFile === null ? null : () => readPasswordFile(passwordFile),
    connectMs: CONNECT_MS,
    secretBox: createSecretBox(secretsKeys),
  };
  return {
    examine: () => administration.examineDatabase(options),
    examineServer: () =>
      administration.examineServer(options, {
        ...{ workers: settings.workers, now: Date.now },
        listenUrl: listenUrlOf(settings),
      }),
    migrate: () => administration.migrateDatabase(options),
    rotate: () => administration.rotateDatabase(options),
    examineSecrets: () => administration.examineDatabaseSecrets(options),
    backUp: (target) => administration.backUpDatabase(options, target),
    async manageKeys(work) {
      const opened = await openStore({ settings, secretsKeys }, { isServer: false });
      if (opened === null) throw new Error('There is no store.');
      try {
        return await work(createManagedKeys({ apiKeys: opened.store.apiKeys, now: Date.now }));
      } finally {
        await opened.close();
      }
    },
    async copyFrom(source, rootDirectory) {
      const from = readDatabaseUrl(source, rootDirectory);
      if (from?.engine === 'file') return administration.copyIntoDatabase(options, from);
      throw new ConfigurationError([{ key: 'the source', expected: 'file:PATH', got: 'something else' }]);
    },
  };
}
