import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { envFilePath, readEnvFileText, settingsFileMode } from '../config/env-file.ts';
import { changeEnvText, parseEnvText } from '../config/env-text.ts';
import { loadMailServerEntries } from '../config/mail-server-entries.ts';
import { examineEnvText } from '../config/unknown-keys.ts';
import type { ImportJournal } from './import-journal.ts';
import type { TranslatedFile } from './translate-installation.ts';

const ENV = '.env';
const MAIL_SERVERS = 'app/config/imapserver.js';
const AUTH_PROVIDER_THAT_NEEDS_NO_SERVERS = 'local-mail-account';

/** Merges the files with the root's; the journal gets preserved and dropped parts. */
export async function keepParts(
  rootDirectory: string,
  files: readonly TranslatedFile[],
  journal: ImportJournal,
): Promise<readonly TranslatedFile[]> {
  const kept: TranslatedFile[] = [];
  for (const file of files) {
    if (file.name === ENV) kept.push(await keepSettings(rootDirectory, file, journal));
    else {
      await noteReplaced(rootDirectory, file, journal);
      kept.push(file);
    }
  }
  return kept;
}

/** Preserves comments, other keys and order. Reports kept keys without values, which may be secret. */
async function keepSettings(
  rootDirectory: string,
  file: TranslatedFile,
  journal: ImportJournal,
): Promise<TranslatedFile> {
  const path = envFilePath(rootDirectory);
  const present = await readEnvFileText(path);
  if (present === '') return file;
  const [before, imported] = [parseEnvText(present), parseEnvText(file.text)];
  for (const [key, value = ''] of imported) {
    const old = before.get(key);
    if (old !== undefined && old !== value) {
      journal.note('dropped', `${ENV}: ${key}=${old} (it is ${value} now)`);
    }
  }
  const kept = [...before.keys()].filter((key) => !imported.has(key));
  if (kept.length > 0) journal.note('kept', `${ENV}: ${kept.join(', ')}`);
  try {
    const text = changeEnvText(present, new Map([...imported].map(([key, value]) => [key, value ?? ''])));
    for (const { key, expected, got } of examineEnvText(text, ENV).problems) {
      journal.refuse({
        file: path,
        text: `${key.replace(/^\.env[:,] /, '')}: expected ${expected}, got ${got}`,
      });
    }
    return { ...file, text, mode: await settingsFileMode(path) };
  } catch (error) {
    journal.refuse({ file: path, text: error instanceof Error ? error.message : String(error) });
    return file;
  }
}

async function noteReplaced(
  rootDirectory: string,
  { name, text }: TranslatedFile,
  journal: ImportJournal,
): Promise<void> {
  const present = await readFile(join(rootDirectory, name), 'utf8').catch(() => undefined);
  if (present === undefined || present === text) return;
  const lines = present.split('\n').length - 1;
  const entries = name === MAIL_SERVERS ? await describeEntries(rootDirectory) : '';
  journal.note('dropped', `${name}: the file of ${lines} lines that was there${entries}`);
}

/** The file may be invalid. */
async function describeEntries(rootDirectory: string): Promise<string> {
  const sources = { rootDirectory, authProvider: AUTH_PROVIDER_THAT_NEEDS_NO_SERVERS } as const;
  const entries = await loadMailServerEntries(sources).catch(() => []);
  return entries.length === 0 ? '' : `, with the mail servers ${entries.map(({ id }) => id).join(', ')}`;
}
