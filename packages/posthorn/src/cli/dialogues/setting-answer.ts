import { quoteEnvValue } from '../../config/env-value.ts';
import { readSetting } from '../../config/read-setting.ts';
import type { SettingRow } from '../../config/setting-row.ts';
import { type SettingName, settingRows } from '../../config/settings.ts';
import { usageError } from '../command-error.ts';
import { complaintAbout, type TextReading } from '../questions/questions.ts';
import type { PresentValues } from './dialogue.ts';

export type TextSettingName = Extract<
  SettingName,
  'appUrl' | 'emailPath' | 'authProvider' | 'authPath' | 'environment' | 'host' | 'port'
>;

/** Checks an answer as the start checks the setting. Empty text is no answer. */
export function readAnswer(name: TextSettingName, text: string): TextReading {
  const row: SettingRow = settingRows[name];
  if (text.trim() === '') return { expected: 'a value' };
  // None of these settings is a file name.
  const reading = readSetting(row, { text, rootDirectory: '' });
  if ('problem' in reading) return { expected: reading.problem.expected };
  const value = String(reading.value);
  if (quoteEnvValue(value) === undefined) return { expected: 'a value without some of its quotes' };
  return { value };
}

/** A flag's answer. */
export interface FlagAnswer {
  readonly flag: string;
  readonly text: string;
  readonly read: (text: string) => TextReading;
}

/** Reads a flag. Throws CommandError for an invalid one. */
export function readFlag({ flag, text, read }: FlagAnswer): string {
  const reading = read(text);
  if ('value' in reading) return reading.value;
  throw usageError(`${flag}: ${complaintAbout(text, reading.expected)}`);
}

/** The present value if valid, else the default. */
export function presentOrDefault(name: TextSettingName, present: PresentValues): string {
  const { key, default: fallback } = settingRows[name];
  const reading = readAnswer(name, present.get(key) ?? '');
  return 'value' in reading ? reading.value : String(fallback);
}
