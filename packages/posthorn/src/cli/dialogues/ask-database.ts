import { readDatabaseUrl } from '../../config/database-url.ts';
import { quoteEnvValue } from '../../config/env-value.ts';
import { settingRows } from '../../config/settings.ts';
import { usageError } from '../command-error.ts';
import type { TextReading } from '../questions/questions.ts';
import { chooseOrEnter } from './choose-or-enter.ts';
import type { Dialogue, PresentValues } from './dialogue.ts';

const FLAG = '--database';
const NONE = 'none';
const FILE = 'file';
const FILE_URL = 'file:data/posthorn.db';
const KEYS_FILE = 'secrets.keys';
const EXPECTED = 'none, file, file:PATH or postgres://USER@HOST:PORT/DATABASE';
const { databaseUrl, secretsKeys, secretsKeysFile } = settingRows;

/** Asks for the database of connected accounts and API keys. Default: none. */
export const askDatabase: Dialogue = async ({ questions, flags, present, environment }) => {
  const before = present.get(databaseUrl.key) || null;
  const answer =
    flags.database === undefined
      ? await chooseOrEnter(questions, {
          choice: {
            message: 'Keep mail accounts, which programs open by API key',
            flag: FLAG,
            choices: [...(before === null ? [] : [KEEP]), ...CHOICES],
            defaultValue: before === null ? NONE : KEEP.value,
          },
          otherLabel: 'in PostgreSQL (type in its address)',
          other: { message: 'Address of the database', flag: FLAG, read: readUrl },
        })
      : readDatabaseFlag(flags.database.trim());
  const url = urlOf(answer, before);
  if (url === before) return new Map();
  const changes = new Map<string, string | null>([[databaseUrl.key, url]]);
  if (url === null || hasKeys(present) || hasKeys(new Map(Object.entries(environment)))) return changes;
  return changes.set(secretsKeysFile.key, KEYS_FILE);
};

const KEEP = { value: 'keep', label: 'as it is', meaning: `the present ${databaseUrl.key}` };
const CHOICES = [
  { value: NONE, label: NONE, meaning: 'each request brings its login' },
  { value: FILE, label: FILE, meaning: `in ${FILE_URL.replace('file:', '')}, for one machine` },
];

function urlOf(answer: string, before: string | null): string | null {
  if (answer === KEEP.value) return before;
  if (answer === NONE) return null;
  return answer === FILE ? FILE_URL : answer;
}

function hasKeys(values: PresentValues): boolean {
  return [secretsKeys.key, secretsKeysFile.key].some((key) => Boolean(values.get(key)));
}

/** Complaints never quote it: it may have a password. Refuses passwords: other users can read flags. */
function readDatabaseFlag(text: string): string {
  if (text === NONE || text === FILE) return text;
  if (!('value' in readUrl(text))) throw usageError(`${FLAG}: expected ${EXPECTED}.`);
  if (URL.canParse(text) && new URL(text).password !== '') {
    throw usageError(`${FLAG}: name no password here, but its file by APP_DATABASE_PASSWORD_FILE.`);
  }
  return text;
}

function readUrl(text: string): TextReading {
  const url = text.trim();
  const isUrl = readDatabaseUrl(url, '') !== undefined && quoteEnvValue(url) !== undefined;
  return isUrl ? { value: url } : { expected: EXPECTED };
}
