import type { SettingRow } from './setting-row.ts';
import { settingRows } from './settings.ts';

const HEAD = `# Settings of this installation. Copy this file to .env and change what you need, or let "posthorn install" ask.
# A line that begins with # has no effect; what stands there is the default. As a table: node_modules/posthorn/docs/settings.md
`;
const LINE_CHARACTERS = 120;

/** `.env.example`: all settings in table order, commented out. */
export function renderEnvExample(): string {
  const blocks = Object.values<SettingRow>(settingRows).map(
    ({ key, default: value, meaning }) => `\n${toComment(meaning)}#${key}=${value ?? ''}\n`,
  );
  return HEAD + blocks.join('');
}

function toComment(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length < LINE_CHARACTERS) lines[lines.length - 1] = line;
    else lines.push(` ${word}`);
  }
  return lines.map((line) => `#${line}\n`).join('');
}
