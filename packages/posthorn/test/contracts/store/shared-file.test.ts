/** A database file that a server and commands write at once. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabaseFile } from '../../../src/adapters/database/dialects/database-file.ts';
import { migrate } from '../../../src/adapters/database/migrations/migrate.ts';
import { openDatabase } from '../../../src/adapters/database/open-database.ts';
import { createTableAccounts } from '../../../src/adapters/database/tables/table-accounts.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { buildAccount } from '../../support/stored-samples.ts';

const folder = await mkdtemp(join(tmpdir(), 'posthorn-shared-'));
after(() => rm(folder, { recursive: true }));

it('takes writes and transactions once another process has finished its own', async () => {
  const path = join(folder, 'shared.db');
  const location = { engine: 'file', path } as const;
  const database = await openDatabase({ location, readPassword: null, isServer: false, connectMs: 1_000 });
  await migrate(database);
  const accounts = createTableAccounts(database);
  const other = openDatabaseFile(path);
  const save = async (id: string) => {
    other.exec('begin immediate');
    const saved = accounts.save(buildAccount({ id: id as MailAccountId }));
    await wait(20);
    other.exec('commit');
    return saved;
  };
  const remove = async (id: string) => {
    other.exec('begin immediate');
    const removed = accounts.remove(id as MailAccountId, 1);
    await wait(20);
    other.exec('commit');
    return removed;
  };

  const outcomes = [
    await save('a'),
    await remove('a'),
    await save('b'),
    await remove('none'),
    await save('c'),
  ];
  other.close();
  await database.close();

  assert.deepEqual(outcomes, [1, true, 1, false, 1]);
});
