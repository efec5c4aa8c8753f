import { settingKinds } from './setting-kinds.ts';
import type { SettingRow } from './setting-row.ts';
import { settingRows } from './settings.ts';

const HEAD = `# Settings

Settings are \`KEY=value\` lines in the file \`.env\` of the installation root. Variables of the process win over
the file, empty ones too. A missing or empty value means the default. At start all settings are checked, and all problems are
reported at once. Unknown keys that begin with \`APP_\` or \`METRICS_\` are problems too, others are warnings.
`;

const COLUMNS = ['Key', 'Value', 'Default', 'Meaning'];

/** A Markdown table. */
export function renderSettingsPage(): string {
  const rows = [COLUMNS, ...Object.values<SettingRow>(settingRows).map(toCells)];
  const widths = COLUMNS.map((_name, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const [head, ...lines] = rows.map((cells) => renderRow(cells, widths));
  const rule = renderRow(
    widths.map((width) => '-'.repeat(width)),
    widths,
  );
  return `${HEAD}\n${[head, rule, ...lines].join('\n')}\n`;
}

function renderRow(cells: readonly string[], widths: readonly number[]): string {
  return `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
}

function toCells(row: SettingRow): readonly string[] {
  const { expected } = settingKinds[row.kind];
  return [`\`${row.key}\``, expected({ ...row, rootDirectory: '' }), showDefault(row), row.meaning];
}

function showDefault(row: SettingRow): string {
  const isNone = row.default === null || String(row.default) === '';
  return isNone ? 'none' : `\`${row.default}\``;
}
