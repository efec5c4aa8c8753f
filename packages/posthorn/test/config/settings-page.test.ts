/** The documentation of settings is what the table says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { type SettingRow, settingRows } from '../../src/config/settings.ts';
import { renderSettingsPage } from '../../src/config/settings-page.ts';

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

describe('renderSettingsPage', () => {
  it('gives exactly docs/settings.md', () => {
    assert.equal(read('../../../../docs/settings.md'), renderSettingsPage());
  });
});

describe('.env.example', () => {
  it('names only settings, with their defaults', () => {
    const defaults = new Map(
      Object.values<SettingRow>(settingRows).map((row) => [row.key, String(row.default)] as const),
    );

    const others = Object.entries(parseEnv(read('../../.env.example'))).filter(
      ([key, value]) => defaults.get(key) !== value,
    );

    assert.deepEqual(others, []);
  });
});
