import { join } from 'node:path';
import type { MailServerEntry } from '../domain/accounts/mail-server-entry.ts';
import { ConfigurationError, type ConfigurationProblem } from './configuration-error.ts';
import { loadConfigurationFile } from './configuration-file.ts';
import { readMailServerEntry } from './read-mail-server-entry.ts';
import type { Settings } from './settings.ts';
import { showValue } from './show-value.ts';

const PACKAGE_ROOT = join(import.meta.dirname, '../..');

/** Sources of mail server entries. */
export interface MailServerSources {
  readonly rootDirectory: string;
  readonly authProvider: Settings['authProvider'];
  /** See `loadConfigurationFile`. */
  readonly revision?: number;
}

/**
 * Entries in file order; none without a file, unless the auth provider needs one. Throws ConfigurationError.
 */
export async function loadMailServerEntries(sources: MailServerSources): Promise<readonly MailServerEntry[]> {
  const { rootDirectory, authProvider, revision = 0 } = sources;
  const file = await loadConfigurationFile({ rootDirectory, name: 'imapserver', revision });
  const entries = file === undefined ? [] : readEntries(file.value, file.name);
  if (entries.length === 0 && authProvider === 'single-imap-user') throw noServers(file?.name);
  return entries;
}

/** The bundled template's entries. */
export async function loadTemplateEntries(): Promise<readonly MailServerEntry[]> {
  const file = await loadConfigurationFile({
    rootDirectory: PACKAGE_ROOT,
    name: 'imapserver.example',
    revision: 0,
  });
  return file === undefined ? [] : readEntries(file.value, file.name);
}

function noServers(file: string | undefined): ConfigurationError {
  return problem(
    'app/config/imapserver.js',
    'at least one mail server, because AUTH_PROVIDER is single-imap-user (run: posthorn copyconfig)',
    file === undefined ? 'no such file' : 'an empty list',
  );
}

function readEntries(list: unknown, file: string): readonly MailServerEntry[] {
  if (!Array.isArray(list)) throw problem(file, 'a list of mail servers', showValue(list));
  const entries: MailServerEntry[] = [];
  const problems: ConfigurationProblem[] = [];
  for (const [index, value] of list.entries()) {
    const reading = readMailServerEntry(value, `${file}, ${labelOf(value, index)}`);
    if ('entry' in reading) entries.push(reading.entry);
    else problems.push(...reading.problems);
  }
  problems.push(...findDuplicates(list, file));
  if (problems.length > 0) throw new ConfigurationError(problems);
  return entries;
}

/** Counted from one. */
function labelOf(value: unknown, index: number): string {
  const id = idOf(value);
  return id === undefined ? `entry ${index + 1}` : `entry ${index + 1} (${showValue(id)})`;
}

function idOf(value: unknown): string | undefined {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && 'id' in value && typeof value.id === 'string' ? value.id : undefined;
}

function findDuplicates(list: readonly unknown[], file: string): readonly ConfigurationProblem[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const id of list.flatMap((value) => idOf(value) ?? [])) (seen.has(id) ? twice : seen).add(id);
  return [...twice].map((id) => ({
    key: `${file}: id`,
    expected: 'a different id for each entry',
    got: showValue(id),
  }));
}

function problem(key: string, expected: string, got: string): ConfigurationError {
  return new ConfigurationError([{ key, expected, got }]);
}
