/** Keys for stored secrets. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { KEY_NAME, KEY_OCTETS, type SecretsKey, type SecretsKeys } from '../domain/logins/secrets-key.ts';
import { unsliced } from '../domain/values/unsliced.ts';
import { ConfigurationError, type ConfigurationProblem } from './configuration-error.ts';
import type { Settings } from './settings.ts';

export type SecretsKeysSettings = Pick<Settings, 'databaseUrl' | 'secretsKeysFile' | 'secretsKeys'>;

const KEY = 'APP_SECRETS_KEYS_FILE';
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const EXPECTED = `lines of NAME:KEY, where a name has up to 32 letters, digits, _ and -, and a key is the base64 of ${KEY_OCTETS} octets (posthorn secrets:create makes one)`;

/** Null without a database. Throws ConfigurationError for missing or malformed keys. */
export async function loadSecretsKeys(settings: SecretsKeysSettings): Promise<SecretsKeys | null> {
  if (settings.databaseUrl === null) return null;
  const { secretsKeys, secretsKeysFile } = settings;
  if (secretsKeys !== null) return parseSecretsKeys(secretsKeys, 'APP_SECRETS_KEYS');
  if (secretsKeysFile !== null) return parseSecretsKeys(await readKeysFile(secretsKeysFile), KEY);
  throw refuse({
    key: KEY,
    expected: 'a file with keys, because APP_DATABASE_URL is set (posthorn secrets:create makes it)',
    got: 'none',
  });
}

/** The file's present keys, read synchronously; null without a usable file. */
export function readSecretsKeysAgain({
  secretsKeys,
  secretsKeysFile,
}: Pick<SecretsKeysSettings, 'secretsKeys' | 'secretsKeysFile'>): SecretsKeys | null {
  if (secretsKeys !== null || secretsKeysFile === null) return null;
  try {
    return parseSecretsKeys(readFileSync(secretsKeysFile, 'utf8'), KEY);
  } catch {
    return null;
  }
}

/**
 * Keys in lines or between commas; `#` begins a comment line. Throws ConfigurationError, which shows no key.
 */
export function parseSecretsKeys(text: string, key: string): SecretsKeys {
  const lines = text.split(/[\r\n,]+/).map((line) => line.trim());
  const entries = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const keys = entries.map((entry) => parseKey(entry));
  const broken = keys.indexOf(undefined);
  const [first, ...others] = keys.filter((each) => each !== undefined);
  if (broken !== -1 || first === undefined) {
    const got = first === undefined && broken === -1 ? 'none' : `something else in entry ${broken + 1}`;
    throw refuse({ key, expected: EXPECTED, got });
  }
  const names = new Set([first, ...others].map(({ name }) => name));
  if (names.size < entries.length)
    throw refuse({ key, expected: 'a name for each key', got: 'one name twice' });
  return [first, ...others];
}

/** A new key's line. */
export function renderNewKey(name: string): string {
  return `${name}:${randomBytes(KEY_OCTETS).toString('base64')}\n`;
}

function parseKey(entry: string): SecretsKey | undefined {
  const colon = entry.indexOf(':');
  const name = entry.slice(0, Math.max(colon, 0));
  const base64 = entry.slice(colon + 1).trim();
  const octets = Buffer.from(base64, 'base64');
  const isKey = KEY_NAME.test(name) && BASE64.test(base64) && octets.length === KEY_OCTETS;
  return isKey ? { name: unsliced(name), key: createSecretKey(octets) } : undefined;
}

async function readKeysFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw refuse({
      key: KEY,
      expected: 'a file that can be read (posthorn secrets:create makes it)',
      got: `"${path}" (${code})`,
    });
  }
}

function refuse(problem: ConfigurationProblem): ConfigurationError {
  return new ConfigurationError([problem]);
}
