import { SealedSecretError, type SecretBox } from '../../application/ports/state/secret-box.ts';
import type { SealedSecret, SecretBinding } from '../../domain/logins/sealed-secret.ts';
import { Secret } from '../../domain/logins/secret.ts';
import type { Database } from './database.ts';
import { isDuplicate, StoreRefusedError } from './store-errors.ts';

const KNOWN_TEXT = 'posthorn';

/**
 * Opens each key's known text; adds the first key's before use. Throws StoreRefusedError for missing or
 * changed keys.
 */
export async function checkSecretsKeys(database: Database, box: SecretBox): Promise<void> {
  await verifySecretsKeys(database, box);
  const sealed = box.seal(new Secret(KNOWN_TEXT), bindingOf(box.keyName));
  try {
    await database.run((kysely) =>
      kysely.insertInto('secret_checks').values({ key_name: box.keyName, sealed }).execute(),
    );
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
}

/** Checks the keys; adds none. */
export async function verifySecretsKeys(database: Database, box: SecretBox): Promise<void> {
  const rows = await database.run((kysely) => kysely.selectFrom('secret_checks').selectAll().execute());
  for (const { key_name, sealed } of rows) verify(box, key_name, sealed as SealedSecret);
}

/** Sorted names of used keys. */
export async function usedKeyNames(database: Database): Promise<readonly string[]> {
  const rows = await database.run((kysely) =>
    kysely.selectFrom('secret_checks').select('key_name').orderBy('key_name').execute(),
  );
  return rows.map(({ key_name }) => key_name);
}

function verify(box: SecretBox, keyName: string, sealed: SealedSecret): void {
  try {
    box.open(sealed, bindingOf(keyName));
  } catch (error) {
    if (!(error instanceof SealedSecretError)) throw error;
    const what =
      error.reason === 'key-unknown'
        ? `with the key ${keyName}, which is not among the secrets keys`
        : `with another key that is also named ${keyName}`;
    throw new StoreRefusedError(
      `The secrets of the database were sealed ${what}. Put the old key back; posthorn secrets:check says which keys are needed.`,
      { cause: error },
    );
  }
}

function bindingOf(keyName: string): SecretBinding {
  return { table: 'secret_checks', row: keyName, field: 'sealed', destination: '' };
}
