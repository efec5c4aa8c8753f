import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { changeEnvFile, envFilePath, readEnvFileText } from '../config/env-file.ts';
import { type EnvChanges, parseEnvText } from '../config/env-text.ts';
import type { SettingRow } from '../config/setting-row.ts';
import { settingRows } from '../config/settings.ts';
import { usageError } from './command-error.ts';
import type { AnswerFlags, DialogueContext } from './dialogues/dialogue.ts';
import { processEnvironment } from './process-environment.ts';
import { openQuestions } from './questions/open-questions.ts';
import type { RootFlags } from './root-option.ts';
import { findSettingsFile } from './settings-file.ts';

const SECRETS: ReadonlySet<string> = new Set(
  Object.values<SettingRow>(settingRows).flatMap(({ key, isSecret }) => (isSecret ? [key] : [])),
);

/** Installation command flags. */
export interface InstallationFlags extends AnswerFlags, RootFlags {
  /** Default answers for missing flags. */
  readonly yes?: boolean;
}

/** A command's installation. */
export interface Installation {
  readonly rootDirectory: string;
  readonly settingsPath: string;
  readonly context: DialogueContext;
}

/** Runs `work`, then releases the input. Rejects with CommandError. */
export async function withInstallation(
  flags: InstallationFlags,
  work: (installation: Installation) => Promise<void>,
): Promise<void> {
  const rootDirectory = await requireDirectory(flags.root);
  const settingsPath =
    (await findSettingsFile(rootDirectory, flags.settingsFile)) ?? envFilePath(rootDirectory);
  const present = parseEnvText(await readEnvFileText(settingsPath));
  const questions = openQuestions({ isYes: flags.yes === true });
  try {
    await work({
      rootDirectory,
      settingsPath,
      context: { questions, flags, present, environment: processEnvironment() },
    });
  } finally {
    questions.close();
  }
}

/** Writes changes to the settings file, and prints them. */
export async function saveSettings(
  { settingsPath, context }: Installation,
  changes: EnvChanges,
): Promise<void> {
  await changeEnvFile(settingsPath, changes);
  print(`Written to ${settingsPath}:`);
  for (const [key, value] of changes) {
    if (SECRETS.has(key) && value !== null) print(`  ${key}, which is secret`);
    else if (value !== null) print(`  ${key}=${value}`);
    else if (context.present.has(key)) print(`  ${key} is removed`);
  }
  for (const key of changes.keys()) {
    if (context.environment[key])
      warn(`${key} is also set in the environment, which wins over ${basename(settingsPath)}.`);
  }
}

/** Prints a line. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line to standard error. */
export function warn(line: string): void {
  process.stderr.write(`Warning: ${line}\n`);
}

/** Absolute path of an existing directory. Rejects with CommandError. */
export async function requireDirectory(root: string): Promise<string> {
  const path = resolve(root);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) throw usageError(`There is no directory ${path}.`);
  return path;
}
