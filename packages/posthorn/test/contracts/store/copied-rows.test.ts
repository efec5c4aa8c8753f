/** A copy has every row, also beside a server that removes old ones. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { copyDatabase } from '../../../src/adapters/database/copy.ts';
import type { Database } from '../../../src/adapters/database/database.ts';
import { describeEngines, openEach } from './databases.ts';
import { fillTables, readTables } from './filled-tables.ts';

const ACCOUNTS = 600;
const REMOVED = 100;

describeEngines('A copy', (newLocation) => {
  const open = openEach(newLocation);

  it('has all rows of all tables, whatever is removed after it was read', async () => {
    const [source, target] = [await open(), await open()];
    await fillTables(source, ACCOUNTS);
    const { leases: _leases, ...before } = await readTables(source);
    const shrinking = {
      async run(work: Parameters<Database['run']>[0]) {
        const rows = await source.run(work);
        await source.run((kysely) =>
          kysely
            .deleteFrom('events')
            .where('position', '<=', isRead(rows) ? REMOVED : 0)
            .execute(),
        );
        return rows;
      },
    } as Database;

    const counts = await copyDatabase(shrinking, target);

    const { leases: _none, ...copied } = await readTables(target);
    assert.deepEqual(copied, before);
    assert.deepEqual([counts.events, counts.api_key_accounts], [2 * ACCOUNTS, ACCOUNTS]);
  });
});

/** True for a page of events. */
function isRead(rows: unknown): boolean {
  const [first] = rows as readonly object[];
  return first !== undefined && 'uid_validity' in first && 'position' in first;
}
