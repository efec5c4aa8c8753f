import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigurationError, type ConfigurationProblem } from './configuration-error.ts';
import { parseEnvText } from './env-text.ts';
import { readSetting } from './read-setting.ts';
import type { SettingRow } from './setting-row.ts';
import { type Settings, settingRows } from './settings.ts';
import { examineEnvironment, examineEnvText } from './unknown-keys.ts';

/** Such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Setting sources. */
export interface SettingSources {
  /** May contain `.env`. */
  readonly rootDirectory: string;
  /** Replaces `.env`; must exist. */
  readonly settingsFile?: string | undefined;
  /** Overrides the file. */
  readonly environment: Environment;
}

/**
 * Validates all settings. Empty values mean defaults; even empty variables override the file. Throws one
 * ConfigurationError for invalid values, malformed lines, and unknown keys with our prefix.
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

/** One sentence each. */
export function warnOfSettings(sources: SettingSources): readonly string[] {
  const { name, text } = readFile(sources);
  return [...examineEnvText(text, name).warnings, ...examineEnvironment(Object.keys(sources.environment))];
}

interface Attempt {
  readonly problems: readonly ConfigurationProblem[];
  /** Throws if unreadable. */
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

/** Variables alone; relative files start at `rootDirectory`. Throws ConfigurationError. */
export function readSettings(variables: Environment, rootDirectory = '.'): Settings {
  const values: Record<string, unknown> = {};
  const problems: ConfigurationProblem[] = [];
  for (const [name, row] of Object.entries<SettingRow>(settingRows)) {
    const reading = readSetting(row, { text: variables[row.key], rootDirectory });
    if ('problem' in reading) problems.push(reading.problem);
    else values[name] = reading.value;
  }
  // Each was read, or is a problem.
  const settings = values as Settings;
  problems.push(...checkTogether(settings));
  if (problems.length > 0) throw new ConfigurationError(problems);
  return settings;
}

/** Invalid ones are missing. */
function checkTogether(settings: Partial<Settings>): readonly ConfigurationProblem[] {
  return [checkPaths, checkPorts, checkWorkers, checkNode].flatMap((check) => check(settings));
}

function checkPaths(settings: Partial<Settings>): readonly ConfigurationProblem[] {
  const { authProvider, authPath, emailPath } = settings;
  if (authProvider !== 'single-imap-user' || authPath === undefined || authPath !== emailPath) return [];
  return [{ key: 'APP_AUTH_PATH', expected: 'a path other than APP_EMAIL_PATH', got: `"${authPath}"` }];
}

/** Metrics are only for the operator. Port 0 always differs. */
function checkPorts({ port, metricsPort }: Partial<Settings>): readonly ConfigurationProblem[] {
  if (!metricsPort || metricsPort !== port) return [];
  return [{ key: 'METRICS_PORT', expected: 'a port other than PORT', got: String(metricsPort) }];
}

/** Totals are divided: a worker without a share serves no client. */
function checkWorkers(settings: Partial<Settings>): readonly ConfigurationProblem[] {
  const { workers = 1, sessionsTotal = workers } = settings;
  const got = String(workers);
  if (workers > 1 && process.platform === 'win32')
    return [{ key: 'APP_WORKERS', expected: '1 on Windows', got }];
  if (workers <= sessionsTotal) return [];
  return [{ key: 'APP_WORKERS', expected: `no more than APP_SESSIONS_TOTAL (${sessionsTotal})`, got }];
}

/** A file has one server. Nodes trust each other by the key. */
function checkNode({
  nodeUrl,
  databaseUrl,
  databaseListenUrl,
  key,
}: Partial<Settings>): readonly ConfigurationProblem[] {
  const problems: ConfigurationProblem[] = [];
  if (nodeUrl && databaseUrl !== undefined && databaseUrl?.engine !== 'postgres') {
    const got = databaseUrl === null ? 'none' : 'a file, which has one server';
    problems.push({ key: 'APP_DATABASE_URL', expected: 'postgres://… with APP_NODE_URL', got });
  }
  const isListening = [databaseUrl, databaseListenUrl].every((location) => location?.engine === 'postgres');
  if (databaseListenUrl && databaseUrl !== undefined && !isListening) {
    const expected = 'postgres://…, as APP_DATABASE_URL';
    problems.push({ key: 'APP_DATABASE_LISTEN_URL', expected, got: 'a file, or none' });
  }
  if (nodeUrl && key === null)
    problems.push({ key: 'APP_KEY', expected: 'the same text at all nodes with APP_NODE_URL', got: 'none' });
  return problems;
}

interface SettingsText {
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

/** Usually another user's. */
function describeRefusal(path: string, code: string): string {
  const stats = code === 'EACCES' ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (stats === undefined) return code;
  return `${code}: it belongs to uid ${stats.uid} and has the mode ${(stats.mode & 0o777).toString(8)}`;
}
