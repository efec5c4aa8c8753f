/** Loads the settings of an installation from `.env` and the environment. */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigurationError, type ConfigurationProblem } from './configuration-error.ts';
import { parseEnvText } from './env-text.ts';
import { readSetting } from './read-setting.ts';
import type { SettingRow } from './setting-row.ts';
import { type Settings, settingRows } from './settings.ts';
import { examineEnvironment, examineEnvText } from './unknown-keys.ts';

/** Variables by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where the settings of an installation are. */
export interface SettingSources {
  /** The installation root, where `.env` may be. */
  readonly rootDirectory: string;
  /** The file to read in place of `.env`; it must be there. */
  readonly settingsFile?: string | undefined;
  /** The variables of the process. They win over the file. */
  readonly environment: Environment;
}

/**
 * All settings of an installation, checked. An empty value means the default; an empty variable wins over the file, too. Throws one ConfigurationError that lists all
 * problems: values that no setting has, lines of the file that cannot be read, and keys with our prefix that are not settings.
 */
export function loadSettings(sources: SettingSources): Settings {
  const { rootDirectory, environment } = sources;
  const { name, text } = readFile(sources);
  const { problems } = examineEnvText(text, name);
  const file = parseEnvText(text);
  const keys = Object.values(settingRows).map((row) => row.key);
  const variables = keys.map((key) => [key, environment[key] ?? file.get(key)]);
  const reading = attempt(() => readSettings(Object.fromEntries(variables), rootDirectory));
  if (problems.length > 0) throw new ConfigurationError([...problems, ...reading.problems]);
  return reading.settings();
}

/** What an operator should know of the settings although the start goes on: one sentence each. */
export function warnOfSettings(sources: SettingSources): readonly string[] {
  const { name, text } = readFile(sources);
  return [...examineEnvText(text, name).warnings, ...examineEnvironment(Object.keys(sources.environment))];
}

interface Attempt {
  readonly problems: readonly ConfigurationProblem[];
  /** The settings; throws if they could not be read. */
  readonly settings: () => Settings;
}

function attempt(read: () => Settings): Attempt {
  try {
    const settings = read();
    return { problems: [], settings: () => settings };
  } catch (error) {
    const problems = error instanceof ConfigurationError ? error.problems : [];
    return {
      problems,
      settings: () => {
        throw error;
      },
    };
  }
}

/**
 * All settings from variables alone, without a file. Relative file names start at `rootDirectory`.
 * Throws one ConfigurationError that lists all problems.
 */
export function readSettings(variables: Environment, rootDirectory = '.'): Settings {
  const values: Record<string, unknown> = {};
  const problems: ConfigurationProblem[] = [];
  for (const [name, row] of Object.entries<SettingRow>(settingRows)) {
    const reading = readSetting(row, { text: variables[row.key], rootDirectory });
    if ('problem' in reading) problems.push(reading.problem);
    else values[name] = reading.value;
  }
  // Every name of the table has been read by the reader of its kind, or there is a problem.
  const settings = values as Settings;
  problems.push(...checkTogether(settings));
  if (problems.length > 0) throw new ConfigurationError(problems);
  return settings;
}

/** Rules between settings. Values may be missing where they could not be read. */
function checkTogether(settings: Partial<Settings>): readonly ConfigurationProblem[] {
  return [...checkPaths(settings), ...checkPorts(settings), ...checkWorkers(settings)];
}

function checkPaths(settings: Partial<Settings>): readonly ConfigurationProblem[] {
  const { authProvider, authPath, emailPath } = settings;
  if (authProvider !== 'single-imap-user' || authPath === undefined || authPath !== emailPath) return [];
  return [{ key: 'APP_AUTH_PATH', expected: 'a path other than APP_EMAIL_PATH', got: `"${authPath}"` }];
}

/** Metrics are for the operator, and must not be served at the address of the API. Port 0 is never the same twice. */
function checkPorts({ port, metricsPort }: Partial<Settings>): readonly ConfigurationProblem[] {
  if (!metricsPort || metricsPort !== port) return [];
  return [{ key: 'METRICS_PORT', expected: 'a port other than PORT', got: String(metricsPort) }];
}

/** Each worker has its share of the totals, and accounts of one without any could not be served. */
function checkWorkers(settings: Partial<Settings>): readonly ConfigurationProblem[] {
  const { workers = 1, sessionsTotal = workers, eventStreams = 0 } = settings;
  const got = String(workers);
  if (workers > 1 && process.platform === 'win32')
    return [{ key: 'APP_WORKERS', expected: '1 on Windows', got }];
  const totals = {
    APP_SESSIONS_TOTAL: sessionsTotal,
    ...(eventStreams > 0 && { APP_EVENT_STREAMS: eventStreams }),
  };
  return Object.entries(totals).flatMap(([key, total]) =>
    workers > total ? [{ key: 'APP_WORKERS', expected: `no more than ${key} (${total})`, got }] : [],
  );
}

interface SettingsText {
  /** How problems call the file. */
  readonly name: string;
  /** Empty without a file. */
  readonly text: string;
}

function readFile({ rootDirectory, settingsFile }: SettingSources): SettingsText {
  const name = settingsFile ?? '.env';
  const path = settingsFile === undefined ? join(rootDirectory, '.env') : resolve(settingsFile);
  try {
    return { name, text: readFileSync(path, 'utf8') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'an error';
    if (code === 'ENOENT' && settingsFile === undefined) return { name, text: '' };
    throw new ConfigurationError([
      { key: name, expected: `a file that ${describeUser()} can read`, got: describeRefusal(path, code) },
    ]);
  }
}

function describeUser(): string {
  const uid = process.getuid?.();
  return uid === undefined ? 'the user of this process' : `the user of this process (uid ${uid})`;
}

/** Who may read it, as far as that can be seen: the usual mistake is a private file of another user. */
function describeRefusal(path: string, code: string): string {
  const stats = code === 'EACCES' ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (stats === undefined) return code;
  return `${code}: it belongs to uid ${stats.uid} and has the mode ${(stats.mode & 0o777).toString(8)}`;
}
