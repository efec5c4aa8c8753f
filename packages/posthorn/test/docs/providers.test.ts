/** The page on providers and the entries that are shipped tell the same. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '../../../..');
const PAGE = readFileSync(join(ROOT, 'docs/providers.md'), 'utf8');
const SOURCE = readFileSync(join(ROOT, 'packages/posthorn/app/config/imapserver.example.js'), 'utf8');

/** Rows of the first table: the id of the entry, and whether it works. */
const ROWS: ReadonlyMap<string, string> = new Map(
  [...PAGE.matchAll(/^\| [^|]+ \| `([^`]+)` \| ([^|]+) \|/gm)].map(([, id = '', works = '']) => [id, works]),
);

describe('docs/providers.md', () => {
  it('has a row for each entry that is shipped, and for no other', () => {
    const ids = [...SOURCE.matchAll(/^ {4}id: '([^']+)'/gm)].map(([, id = '']) => id);

    assert.ok(ids.length > 8);
    assert.deepEqual([...ROWS.keys()].toSorted(), ids.toSorted());
  });

  it('says of Microsoft that a token is needed, as the entry does', () => {
    const entry = SOURCE.slice(0, SOURCE.indexOf("id: 'outlook.com'")).split('{').at(-1) ?? '';

    assert.equal(ROWS.get('outlook.com'), 'with a token');
    assert.match(entry, /token/);
  });

  it('says what each kind of server announces', () => {
    const section = PAGE.split('## What their servers can do')[1]?.split('## ')[0] ?? '';

    for (const provider of ['Gmail', 'Outlook.com', 'Yahoo', 'iCloud', 'Dovecot']) {
      assert.match(section, new RegExp(`^\\| ${provider.replace('.', '\\.')}[^|]*\\| (?:yes|no) \\|`, 'm'));
    }
  });
});
