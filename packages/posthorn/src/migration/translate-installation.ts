import { ConfigurationError } from '../config/configuration-error.ts';
import { renderEnv } from '../config/render-env.ts';
import type { ImportJournal } from './import-journal.ts';
import { importCors } from './imported-cors.ts';
import { importMailServers, type ReturnedValue } from './imported-mail-servers.ts';
import { importSettings } from './imported-settings.ts';
import type { InstalledFile } from './install-files.ts';
import { isPhpArray, type PhpArray } from './php-value.ts';
import { readPhpFile } from './read-php-file.ts';
import { renderModule } from './render-module.ts';
import { readSourceEnvironment, type SourceEnvironment } from './source-environment.ts';
import type { SourceFile, SourceFiles } from './source-files.ts';

/** A file to write, and its origin. */
export interface TranslatedFile extends InstalledFile {
  /** Old file, else `.env`. */
  readonly origin: string;
  /** Summary: "3 mail servers: a, b, c". */
  readonly content: string;
}

/** `.env` has secrets. */
const ENV_MODE = 0o600;
const MODULE_MODE = 0o644;
const ORIGIN = 'Taken over from lumen-app-email by `posthorn import`.';

/** Translates all files; incomplete with problems in the journal. */
export function translateInstallation(
  sources: SourceFiles,
  journal: ImportJournal,
): readonly TranslatedFile[] {
  const environment = readSourceEnvironment(sources.env?.text ?? '');
  const settings = importSettings(environment, journal);
  const areServersMissing =
    sources.mailServers === undefined && settings.get('AUTH_PROVIDER') === 'single-imap-user';
  if (areServersMissing && journal.problems.length === 0) {
    const text = 'not found, and with AUTH_PROVIDER=single-imap-user users sign in to its mail servers';
    journal.refuse({ file: 'app/config/imapserver.php', text });
  }
  const context = { environment, journal };
  return [
    translateSettings(settings, journal),
    translateFile(sources.mailServers, context, translateMailServers),
    translateFile(sources.cors, context, translateCors),
  ].filter((file) => file !== undefined);
}

function translateSettings(
  settings: ReadonlyMap<string, string>,
  journal: ImportJournal,
): TranslatedFile | undefined {
  try {
    const content = [...settings.keys()].join(', ');
    return { name: '.env', origin: '.env', text: renderEnv(settings), mode: ENV_MODE, rivals: [], content };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    for (const { key, expected } of error.problems)
      journal.refuse({ file: '.env', text: `${key}: expected ${expected}` });
    return undefined;
  }
}

interface Context {
  readonly environment: SourceEnvironment;
  readonly journal: ImportJournal;
}

function translateFile(
  file: SourceFile | undefined,
  context: Context,
  translate: (returned: ReturnedValue, journal: ImportJournal) => TranslatedFile,
): TranslatedFile | undefined {
  if (file === undefined) return undefined;
  const value = readPhpFile(file, context);
  return value === undefined ? undefined : translate({ file: file.name, value }, context.journal);
}

function translateMailServers(returned: ReturnedValue, journal: ImportJournal): TranslatedFile {
  const entries = importMailServers(returned, journal);
  const comment = [
    'The mail servers that users of this installation may sign in to; the first one with a matching expression is used.',
    ORIGIN,
  ];
  return {
    name: 'app/config/imapserver.js',
    origin: returned.file,
    text: renderModule({ comment, value: entries }),
    mode: MODULE_MODE,
    rivals: ['app/config/imapserver.mjs', 'app/config/imapserver.json'],
    content: `${entries.size} mail servers: ${listIds(entries)}`,
  };
}

function translateCors(returned: ReturnedValue, journal: ImportJournal): TranslatedFile {
  const options = importCors(returned, journal);
  const comment = [
    'Which web pages of other origins may use the API (Cross-Origin Resource Sharing).',
    ORIGIN,
  ];
  return {
    name: 'app/config/cors.js',
    origin: returned.file,
    text: renderModule({ comment, value: options }),
    mode: MODULE_MODE,
    rivals: ['app/config/cors.mjs', 'app/config/cors.json'],
    content: [...options.keys()].join(', '),
  };
}

function listIds(entries: PhpArray): string {
  return [...entries.values()].map((entry) => (isPhpArray(entry) ? entry.get('id') : undefined)).join(', ');
}
