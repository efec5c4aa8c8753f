/** More webhooks than a statement takes parameters: one key could stop the deliveries of all others. */
import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { storeOf } from '../../../src/adapters/database/open-store.ts';
import { toWebhookRow } from '../../../src/adapters/database/tables/webhook-row.ts';
import { createSecretBox } from '../../../src/adapters/secrets/aes-secret-box.ts';
import { createManagedWebhooks } from '../../../src/application/webhooks/managed-webhooks.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { WebhookId } from '../../../src/domain/events/webhook.ts';
import type { ApiKeyId } from '../../../src/domain/rights/api-key.ts';
import { buildAccount, buildApiKey } from '../../support/stored-samples.ts';
import { buildWebhook } from '../../support/stored-webhooks.ts';
import { countTurns } from '../../support/turns.ts';
import { describeEngines, openEach } from './databases.ts';

const JANE = 'jane' as MailAccountId;
/** PostgreSQL takes 65,535 parameters, SQLite 32,766. */
const MANY = { file: 33_000, postgres: 66_000 } as const;
const BATCH_ROWS = 1_000;
const PAGE_ROWS = 200;
const secretBox = createSecretBox([{ name: 'k', key: createSecretKey(randomBytes(32)) }]);

describeEngines('Many webhooks', (newLocation, engine) => {
  const open = openEach(newLocation);

  it('are all listed, with their accounts', async () => {
    const database = await open();
    const { accounts, webhooks } = storeOf(database, secretBox);
    await accounts.save(buildAccount({ id: JANE }));
    await database.transact(async (transaction) => {
      for (let start = 0; start < MANY[engine]; start += BATCH_ROWS) {
        const ids = Array.from({ length: BATCH_ROWS }, (_, index) => `hook${start + index}` as WebhookId);
        const rows = ids.map((id) => toWebhookRow(buildWebhook({ id, accounts: [JANE], epoch: 1 })));
        await transaction
          .insertInto('webhooks')
          .values(rows.map((row) => ({ ...row, position: 0 })))
          .execute();
        const bindings = ids.map((id) => ({ webhook_id: id, account_id: JANE }));
        await transaction.insertInto('webhook_accounts').values(bindings).execute();
      }
    });

    const { result: listed, turns } = await countTurns(() => webhooks.listEnabled());

    assert.ok(turns >= MANY[engine] / PAGE_ROWS - 1, `${turns} turns`);
    assert.equal(listed.length, MANY[engine]);
    assert.ok(listed.every(({ webhook }) => webhook.accounts?.join() === JANE));
  });

  it('of one key are left out of the list of another without reading the key for each', async () => {
    const { accounts, apiKeys, webhooks, webhookDeliveries: deliveries } = storeOf(await open(), secretBox);
    for (const id of ['jane', 'ann']) await accounts.save(buildAccount({ id: id as MailAccountId }));
    for (const id of ['jane', 'ann'])
      await apiKeys.save(
        buildApiKey({ id: id as ApiKeyId, scopes: ['webhooks'], accounts: [id as MailAccountId] }),
      );
    for (let count = 0; count < 20; count += 1) {
      await webhooks.save(buildWebhook({ id: `hook${count}` as WebhookId, key: 'jane' as ApiKeyId }));
    }
    const read: ApiKeyId[] = [];
    const managed = createManagedWebhooks({
      ...{ webhooks, deliveries, secretBox, policy: { refusalOf: () => null }, onChange: () => undefined },
      apiKeys: {
        find: (id) => {
          read.push(id);
          return apiKeys.find(id);
        },
      },
      now: Date.now,
    });

    const { rows } = await managed.list('ann' as ApiKeyId, { after: null, limit: 50 });

    assert.deepEqual([rows, read], [[], ['ann', 'jane']]);
  });
});
