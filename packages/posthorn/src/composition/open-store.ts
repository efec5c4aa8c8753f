import type { OpenStore } from '../adapters/database/open-store.ts';
import { createSecretBox } from '../adapters/secrets/aes-secret-box.ts';
import { readPasswordFile } from '../config/password-file.ts';
import { readSecretsKeysAgain } from '../config/secrets-keys.ts';
import type { Configuration } from './services.ts';

export type StoreConfiguration = Pick<Configuration, 'settings' | 'secretsKeys'>;

/** Use of the store. */
export interface OpenStoreOptions {
  /** The only server at a file. */
  readonly isServer: boolean;
}

const CONNECT_MS = 30_000;

/** Opens the store; null without APP_DATABASE_URL, loading no database code. Rejects with a sentence for the operator. */
export async function openStore(
  { settings, secretsKeys }: StoreConfiguration,
  { isServer }: OpenStoreOptions,
): Promise<OpenStore | null> {
  const { databaseUrl: location, databasePasswordFile: passwordFile } = settings;
  if (location === null || !secretsKeys) return null;
  const { openTables } = await import('../adapters/database/open-store.ts');
  return openTables({
    location,
    readPassword: passwordFile === null ? null : () => readPasswordFile(passwordFile),
    secretBox: createSecretBox(secretsKeys, () => readSecretsKeysAgain(settings)),
    listenUrl: listenUrlOf(settings),
    ...{ isServer, connectMs: CONNECT_MS, now: Date.now },
  });
}

/** PostgreSQL's address for LISTEN; null: none. */
export function listenUrlOf({ databaseListenUrl: location }: StoreConfiguration['settings']): string | null {
  return location?.engine === 'postgres' ? location.url : null;
}

/** Runs `work`; closes the store on failure. */
export async function closeOnFailure<Result>(
  store: OpenStore | null,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await store?.close();
    throw error;
  }
}
