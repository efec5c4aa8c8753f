/** Every statement of the tables finds its rows by an index, at 100,000 accounts. */
import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { afterEach, describe, it } from 'node:test';
import type { Database } from '../../../src/adapters/database/database.ts';
import { migrate } from '../../../src/adapters/database/migrations/migrate.ts';
import { keptStateOf, storeOf } from '../../../src/adapters/database/open-store.ts';
import { examineSecrets, rotateSecrets } from '../../../src/adapters/database/rotation.ts';
import { checkSecretsKeys } from '../../../src/adapters/database/secret-checks.ts';
import { createTableNodes } from '../../../src/adapters/database/tables/table-nodes.ts';
import { createMemoryState } from '../../../src/adapters/memory/memory-state.ts';
import { createSecretBox } from '../../../src/adapters/secrets/aes-secret-box.ts';
import type { AccountFilter } from '../../../src/application/ports/state/accounts.ts';
import { SHARDS, type Shard } from '../../../src/domain/accounts/account-shard.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { ApiKeyId } from '../../../src/domain/rights/api-key.ts';
import type { DatabaseLocation } from '../../../src/domain/values/database-location.ts';
import { stateContract } from '../state/state.contract.ts';
import { accountListContract, accountsContract } from './accounts.contract.ts';
import { apiKeysContract, grantsContract } from './bound-rows.contract.ts';
import { describeEngines, openEach } from './databases.ts';
import { eventReadingContract, eventWritingContract } from './events.contract.ts';
import { emptyTables, fillTables, MANY, spreadShards } from './filled-tables.ts';
import { RecordedStatements } from './recorded-statements.ts';
import { fullScans, unindexedReferences } from './statement-plans.ts';
import { deliveriesContract, webhooksContract } from './webhooks.contract.ts';

const NOW = 1_764_000_000_000;
const ALL_SHARDS = Array.from({ length: SHARDS }, (_, shard) => shard as Shard);
const secretBox = createSecretBox([{ name: 'k', key: createSecretKey(randomBytes(32)) }]);

describeEngines('Query plans', (newLocation) => {
  const recorded = new RecordedStatements();
  const opened: Database[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
  });
  const openQuietly = openEach(newLocation);
  let location: DatabaseLocation | undefined;
  /** The same database every time, empty. */
  const open = async () => {
    location ??= await newLocation();
    const database = recorded.open(location);
    opened.push(database);
    await recorded.quietly(async () => {
      await migrate(database);
      await emptyTables(database);
    });
    return database;
  };
  const openStore = async () => storeOf(await open(), secretBox);
  const openAccounts = async () => (await openStore()).accounts;

  describe('of statements that the contracts run', () => {
    accountsContract(openAccounts);
    accountListContract(openAccounts);
    apiKeysContract(openStore);
    grantsContract(openStore);
    eventWritingContract(openStore);
    eventReadingContract(openStore);
    webhooksContract(openStore);
    deliveriesContract(openStore);
    stateContract('recorded tables', async () => {
      const clock = { now: NOW };
      const now = () => clock.now;
      const state = { ...createMemoryState(now), ...keptStateOf(await open(), { secretBox, now }) };
      return { state, pass: (ms) => (clock.now += ms) };
    });
  });

  it('cover every list with every filter, and the commands', async () => {
    await listAll(await open());
    await listShards(await open());
    await runCommands(await open());
  });

  it(`read no table as a whole at ${MANY} accounts and twice as many events`, {
    timeout: 300_000,
  }, async () => {
    const database = await openQuietly();
    await fillTables(database);
    await spreadShards(database);

    const scans = await fullScans(database, recorded.all());

    assert.ok(recorded.all().length > 60, `only ${recorded.all().length} statements`);
    assert.deepEqual(scans, []);
  });

  it('of removed rows find what refers to them', async () => {
    assert.deepEqual(await unindexedReferences(await openQuietly()), []);
  });
});

async function listAll(database: Database): Promise<void> {
  const { accounts } = storeOf(database, secretBox);
  const filters: readonly AccountFilter[] = [
    {},
    { states: ['unreachable'] },
    { states: ['unreachable', 'disabled'] },
    { address: 'a7@example.org' },
    { boundTo: 'k7' as ApiKeyId },
    { ids: ['id7', 'id8'] as MailAccountId[] },
    { states: ['unreachable'], address: 'a7@example.org', boundTo: 'k7' as ApiKeyId },
  ];
  for (const filter of filters) {
    await accounts.count(filter);
    for (const by of ['name', 'createdAt'] as const) {
      for (const isDescending of [false, true]) {
        const position = { value: by === 'name' ? 'name 7' : NOW + 50_000, id: 'id7' as MailAccountId };
        for (const after of [null, position])
          await accounts.list({ filter, sort: { by, isDescending }, after, limit: 50 });
      }
    }
  }
}

/** Several pages of accounts, of which none has a shard at first. */
async function listShards(database: Database): Promise<void> {
  const { accounts } = storeOf(database, secretBox);
  await fillTables(database, 1_200);
  await accounts.listReadable(null);
  await accounts.listReadable(ALL_SHARDS.filter((shard) => shard % 10 !== 0));
  const tenth = ALL_SHARDS.filter((shard) => shard % 10 === 0);
  await accounts.listReadable(tenth);
  if (database.engine === 'postgres') await createTableNodes(database).countAccounts(tenth);
}

/** What runs at the start of a server, and what an operator runs beside it. A copy reads all. */
async function runCommands(database: Database): Promise<void> {
  await checkSecretsKeys(database, secretBox);
  await keptStateOf(database, { secretBox, now: () => NOW }).answerStore.abandonAll();
  await examineSecrets(database, secretBox);
  await rotateSecrets(database, secretBox);
}
