import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathState, replaceFile } from '../../config/atomic-file.ts';
import { loadSettings } from '../../config/load-settings.ts';
import { parseSecretsKeys, renderNewKey } from '../../config/secrets-keys.ts';
import { KEY_NAME } from '../../domain/logins/secrets-key.ts';
import { EXIT_CODES, usageError } from '../command-error.ts';
import { requireDirectory } from '../installation.ts';
import { processEnvironment } from '../process-environment.ts';
import { findSettingsFile } from '../settings-file.ts';
import { printResult, requireStoreTools, type StoreFlags } from '../store-command.ts';

/** Flags of `secrets:create`. */
export interface SecretsCreateFlags extends StoreFlags {
  readonly name?: string;
}

const MODE = 0o600;
const DEFAULT_FILE = 'secrets.keys';
const DAY_CHARACTERS = 10;

/** Adds a new first key, never printed. */
export async function runSecretsCreate(flags: SecretsCreateFlags): Promise<void> {
  const rootDirectory = await requireDirectory(flags.root);
  const settings = loadSettings({
    rootDirectory,
    settingsFile: await findSettingsFile(rootDirectory, flags.settingsFile),
    environment: processEnvironment(),
  });
  if (settings.secretsKeys !== null) {
    throw usageError(
      'APP_SECRETS_KEYS has the keys, and this command writes a file. Use APP_SECRETS_KEYS_FILE.',
    );
  }
  const file = settings.secretsKeysFile ?? join(rootDirectory, DEFAULT_FILE);
  const { key, others } = await addSecretsKey(file, flags.name);
  const setting = settings.secretsKeysFile === null ? `APP_SECRETS_KEYS_FILE=${DEFAULT_FILE}` : null;
  printResult(flags, {
    document: { file, key, keys: [key, ...others], setting },
    lines: [
      `Written to ${file}: the key ${key}, which encrypts from now on.`,
      ...(setting === null ? [] : [`Put this line into .env: ${setting}`]),
      'Keep a copy of the file apart from backups of the database: without it, nobody can read the stored passwords and tokens.',
      ...(others.length === 0
        ? []
        : ['Send SIGHUP to all servers of this database, then run posthorn secrets:rotate.']),
    ],
  });
}

/** Puts a new key first in the file, which may be absent. Returns the keys' names. */
export async function addSecretsKey(
  file: string,
  name?: string,
): Promise<{ readonly key: string; readonly others: readonly string[] }> {
  const present = (await pathState(file)) === 'absent' ? '' : await readFile(file, 'utf8');
  const others = present.trim() === '' ? [] : parseSecretsKeys(present, file).map(({ name: each }) => each);
  const key = chooseName(name, others);
  await replaceFile({ path: file, contents: renderNewKey(key) + present, mode: MODE });
  return { key, others };
}

/** Prints the number of secrets, and unused keys. Exit code 1 for an unreadable secret. */
export async function runSecretsRotate(flags: StoreFlags): Promise<void> {
  const report = await (await requireStoreTools(flags)).rotate();
  const { sealed, rotated, retired, problems, unreadable } = report;
  printResult(flags, {
    document: report,
    lines: [
      `${sealed} secrets, ${rotated} of them encrypted anew.`,
      ...(retired.length === 0 ? [] : [`No longer used, and may leave the file: ${retired.join(', ')}.`]),
      ...problems,
      ...(unreadable === 0
        ? []
        : [
            `${unreadable} secrets do not open, and stay as they are; all keys stay in the file. Reconnect or remove their accounts, and rotate again.`,
          ]),
    ],
  });
  if (unreadable > 0) process.exitCode = EXIT_CODES.failure;
}

/** Exit code 1 for an unreadable secret. */
export async function runSecretsCheck(flags: StoreFlags): Promise<void> {
  const report = await (await requireStoreTools(flags)).examineSecrets();
  const { sealedBy, problems, unreadable } = report;
  const keys = Object.entries(sealedBy).map(([name, count]) => `${name}: ${count} secrets`);
  printResult(flags, {
    document: report,
    lines: [
      ...(keys.length === 0 ? ['The database has no secrets.'] : keys),
      ...problems,
      unreadable === 0 ? 'All of them open.' : `${unreadable} secrets do not open.`,
    ],
  });
  if (unreadable > 0) process.exitCode = EXIT_CODES.failure;
}

/** Default: the date, numbered if taken. */
function chooseName(wanted: string | undefined, taken: readonly string[]): string {
  if (wanted === undefined) {
    const day = new Date().toISOString().slice(0, DAY_CHARACTERS);
    const candidates = [day, ...taken.map((_name, index) => `${day}-${index + 2}`)];
    return candidates.find((name) => !taken.includes(name)) ?? day;
  }
  if (!KEY_NAME.test(wanted)) throw usageError('The name of a key has up to 32 letters, digits, _ and -.');
  if (taken.includes(wanted)) throw usageError(`There is a key named ${wanted} already.`);
  return wanted;
}
