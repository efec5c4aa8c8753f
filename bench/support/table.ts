/** The rows as a table for a terminal and for Markdown. */
import type { Row } from './scenario.ts';

const HEAD = ['', 'messages', 'raw ms', 'ours ms', 'p95 ms', 'ratio', 'at most', 'gap ms'];

/** One line a row, a bar between the cells. */
export function toTable(rows: readonly Row[]): string {
  const lines = [HEAD, HEAD.map(() => '---'), ...rows.map(toCells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) => `| ${line.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`)
    .join('\n');
}

function toCells({ name, size, rawMs, ourMs, ourP95Ms, ratio, limit, longestGapMs }: Row): readonly string[] {
  const figures = [rawMs, ourMs, ourP95Ms, ratio].map((figure) => figure.toFixed(2));
  return [
    name,
    String(size),
    ...figures,
    Number.isFinite(limit) ? String(limit) : '-',
    longestGapMs.toFixed(0),
  ];
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
