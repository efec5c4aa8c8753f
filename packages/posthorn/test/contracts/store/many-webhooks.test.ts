/** More webhooks than a statement takes parameters: one key could stop the deliveries of all others. */
import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { storeOf } from '../../../src/adapters/database/open-store.ts';
import { toWebhookRow } from '../../../src/adapters/database/tables/webhook-row.ts';
import { createSecretBox } from '../../../src/adapters/secrets/aes-secret-box.ts';
import type { MailAccountId } from '../../../src/domain/mail-account.ts';
import type { WebhookId } from '../../../src/domain/webhook.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import { buildWebhook } from '../../support/stored-webhooks.ts';
import { describeEngines, openEach } from './databases.ts';

const JANE = 'jane' as MailAccountId;
/** PostgreSQL takes 65,535 parameters, SQLite 32,766. */
const MANY = { file: 33_000, postgres: 66_000 } as const;
const BATCH_ROWS = 1_000;

describeEngines('Many webhooks', (newLocation, engine) => {
  const open = openEach(newLocation);

  it('are all listed, with their accounts', async () => {
    const database = await open();
    const { accounts, webhooks } = storeOf(
      database,
      createSecretBox([{ name: 'k', key: createSecretKey(randomBytes(32)) }]),
    );
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

    const listed = await webhooks.listEnabled();

    assert.equal(listed.length, MANY[engine]);
    assert.ok(listed.every(({ webhook }) => webhook.accounts?.join() === JANE));
  });
});
