import type { ConfigurationProblem } from './configuration-error.ts';
import { type SettingContext, type SettingReader, settingKinds } from './setting-kinds.ts';
import type { SettingRow } from './setting-row.ts';
import { showValue } from './show-value.ts';

export type SettingReading = { readonly value: unknown } | { readonly problem: ConfigurationProblem };

/** The value or its problem. Blank means default; relative files start at `rootDirectory`. */
export function readSetting(
  row: SettingRow,
  { text, rootDirectory }: { readonly text: string | undefined; readonly rootDirectory: string },
): SettingReading {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return { value: row.default };
  const reader: SettingReader<unknown> = settingKinds[row.kind];
  const context: SettingContext = { ...row, rootDirectory };
  const value = reader.read(trimmed, context);
  if (value !== undefined) return { value };
  return { problem: { key: row.key, expected: reader.expected(context), got: showSetting(row, trimmed) } };
}

function showSetting(row: SettingRow, text: string): string {
  if (row.isSecret) return 'a value that is not shown';
  // Probably with a password.
  return row.kind === 'url' && text.includes('@') ? 'a URL with a user' : showValue(text);
}
