import type { ImportJournal } from './import-journal.ts';
import type { SourceEnvironment } from './source-environment.ts';

const SAME_KEYS = ['APP_URL', 'APP_EMAIL_PATH', 'APP_AUTH_PATH', 'AUTH_PROVIDER', 'APP_ENV', 'APP_DEBUG'];
/** lumen-app-email's default; here it is local-mail-account. */
const IMPLIED_PROVIDER = 'single-imap-user';

/** Translates settings, in documentation order. */
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
  notePath(settings.get('APP_URL'), journal);
  noteOtherKeys(environment, journal);
  return settings;

  function refuse(key: string, text: string) {
    const line = environment.lineOf(key);
    journal.refuse({ file: '.env', ...(line !== undefined && { line }), text });
  }
}

/** The old backend also began clients' paths with it; here only links do. */
function notePath(url: string | undefined, journal: ImportJournal): void {
  const path = url && URL.canParse(url) ? new URL(url).pathname : '/';
  if (path === '/') return;
  const text = `.env: APP_URL has the path ${path}; where the proxy passes it on, it belongs into APP_EMAIL_PATH and APP_AUTH_PATH (docs/migrating-from-lumen-app-email.md)`;
  journal.note('check', text);
}

/** Names only: values may be secret. */
function noteOtherKeys(environment: SourceEnvironment, journal: ImportJournal): void {
  const others = environment.keys.filter((key) => !SAME_KEYS.includes(key) && key !== 'APP_EMAIL_API');
  if (others.length > 0) journal.note('left-out', `.env: ${others.join(', ')}`);
}
