/** Secrets of webhooks and answers of receivers are sealed, and rotated with all others. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { sql } from 'kysely';
import { storeOf } from '../../../src/adapters/database/open-store.ts';
import { examineSecrets, rotateSecrets } from '../../../src/adapters/database/rotation.ts';
import { webhookSecretBinding } from '../../../src/domain/accounts/secret-bindings.ts';
import { Secret } from '../../../src/domain/logins/secret.ts';
import { buildDelivery, buildWebhook } from '../../support/stored-webhooks.ts';
import { describeEngines, openEach } from './databases.ts';
import { boxOf } from './killed-work.ts';

const SECRET = 'whsec_Sentinel-7f3a';
const ANSWER = { status: 500, text: 'Sentinel-7f3a of a mail' };
const newKey = (name: string) => [name, randomBytes(32).toString('base64')] as const;

describeEngines('Secrets of webhooks', (newLocation) => {
  const open = openEach(newLocation);

  it('are sealed, and open with the new key alone after a rotation', async () => {
    const database = await open();
    const [before, after] = [newKey('before'), newKey('after')];
    const box = boxOf([before]);
    const { webhooks, webhookDeliveries } = storeOf(database, box);
    const { id } = buildWebhook();
    const seal = (text: string) => box.seal(new Secret(text), webhookSecretBinding(id));
    const previous = { previousSecret: seal(`${SECRET}-old`), previousEndsAt: 2 };
    await webhooks.save({ ...buildWebhook(), secret: seal(SECRET), ...previous });
    const deliveries = [buildDelivery({ account: null })];
    await webhookDeliveries.plan({ webhook: id, from: 0, to: 1, now: 1, deliveries });
    const [claimed] = await webhookDeliveries.claim({ webhook: id, now: 1, until: 2, limit: 1 });
    assert.ok(claimed);
    const { claim, delivery } = claimed;
    const ended = { status: 'failed', attempts: 1, failures: 1, nextAt: null, endedAt: 1 } as const;
    const outcome = { ...ended, id: delivery.id, lastAnswer: ANSWER };
    await webhookDeliveries.settle({ claim, outcome, until: null, now: 1 });

    for (const table of ['webhooks', 'webhook_deliveries']) {
      const rows = await database.run((kysely) => sql`select * from ${sql.table(table)}`.execute(kysely));
      assert.doesNotMatch(JSON.stringify(rows), /Sentinel/, table);
    }
    assert.equal((await rotateSecrets(database, boxOf([after, before]))).rotated, 3);
    const rotated = boxOf([after]);
    const webhook = await storeOf(database, rotated).webhooks.find(id);
    assert.ok(webhook?.previousSecret);
    const opened = [webhook.secret, webhook.previousSecret].map((sealed) =>
      rotated.open(sealed, webhookSecretBinding(id)).reveal(),
    );
    assert.deepEqual(opened, [SECRET, `${SECRET}-old`]);
    assert.deepEqual(
      (await storeOf(database, rotated).webhookDeliveries.find(delivery.id))?.lastAnswer,
      ANSWER,
    );
    assert.equal((await examineSecrets(database, rotated)).unreadable, 0);
  });
});
