/** Checks answers by the same rules that settings are read by at start. */
import { quoteEnvValue } from '../../config/env-value.ts';
import { readSetting } from '../../config/read-setting.ts';
import type { SettingRow } from '../../config/setting-row.ts';
import { type SettingName, settingRows } from '../../config/settings.ts';
import { usageError } from '../command-error.ts';
import { complaintAbout, type TextReading } from '../questions/questions.ts';
import type { PresentValues } from './dialogue.ts';

/** Settings whose value is the text that is in `.env`. */
export type TextSettingName = Extract<
  SettingName,
  'appUrl' | 'emailPath' | 'authProvider' | 'authPath' | 'environment' | 'host' | 'port'
>;

/** What the text means for the setting. An empty text is no answer. */
export function readAnswer(name: TextSettingName, text: string): TextReading {
  const row: SettingRow = settingRows[name];
  if (text.trim() === '') return { expected: 'a value' };
  // None of these settings holds a file name, so no root is needed.
  const reading = readSetting(row, { text, rootDirectory: '' });
  if ('problem' in reading) return { expected: reading.problem.expected };
  const value = String(reading.value);
  if (quoteEnvValue(value) === undefined) return { expected: 'a value without some of its quotes' };
  return { value };
}

/** An answer that a flag of the command line gives. */
export interface FlagAnswer {
  /** Such as `--url`. */
  readonly flag: string;
  readonly text: string;
  readonly read: (text: string) => TextReading;
}

/** The value of a flag. Throws CommandError for a wrong one. */
export function readFlag({ flag, text, read }: FlagAnswer): string {
  const reading = read(text);
  if ('value' in reading) return reading.value;
  throw usageError(`${flag}: ${complaintAbout(text, reading.expected)}`);
}

/** The present value of the setting, or its default where there is none that is valid. */
export function presentOrDefault(name: TextSettingName, present: PresentValues): string {
  const { key, default: fallback } = settingRows[name];
  const reading = readAnswer(name, present.get(key) ?? '');
  return 'value' in reading ? reading.value : String(fallback);
}
