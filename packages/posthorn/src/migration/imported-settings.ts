/** Turns the `.env` of lumen-app-email into settings of Posthorn. */
import type { ImportJournal } from './import-journal.ts';
import type { SourceEnvironment } from './source-environment.ts';

const SAME_KEYS = ['APP_URL', 'APP_EMAIL_PATH', 'APP_AUTH_PATH', 'AUTH_PROVIDER', 'APP_ENV', 'APP_DEBUG'];
/** What lumen-app-email does without the key. Here the default is local-mail-account. */
const IMPLIED_PROVIDER = 'single-imap-user';

/** The settings by their keys, in the order in which they are documented. */
export function importSettings(
  environment: SourceEnvironment,
  journal: ImportJournal,
): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  for (const key of SAME_KEYS) {
    const found = environment.lookUp(key);
    if ('reason' in found) refuse(key, found.reason);
    else if (found.value) settings.set(key, found.value);
  }
  if (!settings.has('AUTH_PROVIDER')) {
    settings.set('AUTH_PROVIDER', IMPLIED_PROVIDER);
    journal.note('changed', `.env: AUTH_PROVIDER=${IMPLIED_PROVIDER} is written out, which was implied`);
  }
  settings.set('APP_EMAIL_API', 'v0');
  journal.note('changed', '.env: APP_EMAIL_API=v0 keeps version 0 for clients that name no version');
  if (settings.get('APP_DEBUG') === 'true') {
    journal.note('check', '.env: APP_DEBUG is true, so that error answers show internals');
  }
  noteOtherKeys(environment, journal);
  return settings;

  function refuse(key: string, text: string) {
    const line = environment.lineOf(key);
    journal.refuse({ file: '.env', ...(line !== undefined && { line }), text });
  }
}

/** Names only: the values may be secrets. */
function noteOtherKeys(environment: SourceEnvironment, journal: ImportJournal): void {
  const others = environment.keys.filter((key) => !SAME_KEYS.includes(key) && key !== 'APP_EMAIL_API');
  if (others.length > 0) journal.note('left-out', `.env: ${others.join(', ')}`);
}
