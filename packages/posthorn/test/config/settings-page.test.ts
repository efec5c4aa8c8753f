/** The documentation of settings is what the table says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { renderEnvExample } from '../../src/config/render-env-example.ts';
import type { SettingRow } from '../../src/config/setting-row.ts';
import { settingRows } from '../../src/config/settings.ts';
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
  it('is written from the table, with every key', () => {
    assert.equal(read('../../.env.example'), renderEnvExample());
  });

  it('names only settings, with their defaults', () => {
    const defaults = new Map(
      Object.values<SettingRow>(settingRows).map(
        (row) => [row.key, String(row.default ?? 'null') || 'null'] as const,
      ),
    );

    const text = read('../../.env.example').replace(/^#([A-Z_]+=)/gm, '$1');
    const values = Object.entries(parseEnv(text)).map(([key, value]) => [key, value || 'null'] as const);
    const others = values.filter(([key, value]) => defaults.get(key) !== value);

    assert.deepEqual(others, []);
  });
});
