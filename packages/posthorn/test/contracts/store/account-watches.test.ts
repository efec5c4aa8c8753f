import assert from 'node:assert/strict';
import { it } from 'node:test';
import { migrate } from '../../../src/adapters/database/migrations/migrate.ts';
import { createTableAccounts } from '../../../src/adapters/database/tables/table-accounts.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import { describeEngines } from './databases.ts';
import { openLogged } from './recorded-statements.ts';

const IDS = ['a', 'b', 'c'] as MailAccountId[];
const [A, B, C] = IDS as [MailAccountId, MailAccountId, MailAccountId];

describeEngines('Watches of accounts', (newLocation) => {
  it('that begin together are written by one statement', async () => {
    const statements: string[] = [];
    const database = openLogged(await newLocation(), ({ sql }) => statements.push(sql));
    await migrate(database);
    const accounts = createTableAccounts(database);
    for (const id of IDS) await accounts.save(buildAccount({ id }));
    statements.length = 0;

    await accounts.saveWatches([
      { id: A, mode: 'idle', lastProofAt: 1_795_980_000_000, fence: 'none' },
      { id: B, mode: 'sweep', lastProofAt: 7, fence: 'none' },
      { id: C, mode: 'notify', fence: 'none' },
    ]);

    assert.equal(statements.filter((text) => text.startsWith('update')).length, 1);
    const found = await Promise.all(IDS.map((id) => accounts.find(id)));
    await database.close();
    assert.deepEqual(
      found.map((account) => account?.watch),
      [
        { mode: 'idle', lastProofAt: 1_795_980_000_000 },
        { mode: 'sweep', lastProofAt: 7 },
        { mode: 'notify', lastProofAt: null },
      ],
    );
  });
});
