/** kill -9 amid planning and deliveries: each receiver gets every event, and those of each account in order. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, it } from 'node:test';
import { openTables } from '../../../src/adapters/database/open-store.ts';
import { createWebhookSecret } from '../../../src/application/webhooks/webhook-secret.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { webhookSecretBinding } from '../../../src/domain/accounts/secret-bindings.ts';
import type { WebhookId } from '../../../src/domain/events/webhook.ts';
import { seededRandom, testSeed } from '../../support/seeded-random.ts';
import { buildAdvance, buildEvent } from '../../support/stored-events.ts';
import { buildAccount, buildApiKey } from '../../support/stored-samples.ts';
import { buildWebhook } from '../../support/stored-webhooks.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { describeEngines } from '../store/databases.ts';
import { KilledProcesses } from '../store/killed-process.ts';
import { boxOf } from '../store/killed-work.ts';
import { until } from './webhook-scene.ts';

const KILLS = 4;
const ACCOUNTS = ['jane', 'ann', 'bo'] as readonly string[] as readonly MailAccountId[];
const PER_KILL = 9;
/** Enough for some deliveries, and too few for all of them. */
const STATEMENTS = 120;

describeEngines('Killed deliveries', (newLocation) => {
  const random = seededRandom(testSeed());
  const processes = new KilledProcesses();
  const receivers: WebhookReceiver[] = [];
  before(async () => {
    processes.prepare();
    for (let count = 0; count < 2; count += 1) receivers.push(await startWebhookReceiver());
    for (const receiver of receivers) {
      receiver.behave((_message, response) => setTimeout(() => response.writeHead(204).end(), random() * 15));
    }
  });
  after(() => {
    processes.close();
    for (const receiver of receivers) receiver.close();
  });

  it('reach every receiver at least once, in order for each account', { timeout: 240_000 }, async () => {
    const location = await newLocation();
    const keys = [['k', randomBytes(32).toString('base64')]] as const;
    const secretBox = boxOf(keys);
    const opened = await openTables({
      ...{ location, secretBox, readPassword: null, isServer: false, connectMs: 5_000, now: Date.now },
    });
    const { accounts, apiKeys, events, webhooks, webhookDeliveries } = opened.store;
    await apiKeys.save(buildApiKey({ scopes: ['webhooks'] }));
    for (const id of ACCOUNTS) await accounts.save(buildAccount({ id, state: 'connecting' }));
    for (const { port } of receivers) {
      const id = `hook${port}` as WebhookId;
      const secret = secretBox.seal(createWebhookSecret(), webhookSecretBinding(id));
      await webhooks.save(buildWebhook({ id, secret, url: `http://127.0.0.1:${port}/` }));
    }
    const written = new Map<string, string[]>(ACCOUNTS.map((id) => [id, []]));
    const target = receivers.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const jobOf = (statements: number | null) =>
      ({ work: 'deliver', location, keys, target, statements }) as const;
    let uid = 0;
    let killed = 0;
    for (let count = 0; count < KILLS; count += 1) {
      for (let each = 0; each < PER_KILL; each += 1) {
        const account = ACCOUNTS[uid % ACCOUNTS.length] ?? ('' as MailAccountId);
        uid += 1;
        const event = buildEvent({ account, uid });
        assert.ok(await events.advance(buildAdvance({ account, events: [event] })));
        written.get(account)?.push(event.id);
      }
      const { isKilled } = await processes.run(jobOf(20 + Math.floor(random() * STATEMENTS)));
      processes.prepare();
      if (isKilled) killed += 1;
    }
    const last = processes.run(jobOf(null), 20_000);
    await until(
      async () => {
        const { pending } = await webhookDeliveries.queue();
        return pending === 0 && receivers.every(({ received }) => new Set(received.map(idOf)).size === uid);
      },
      () => receivers.map(({ received }) => new Set(received.map(idOf)).size).join(),
    );
    await opened.close();

    assert.equal(killed, KILLS);
    for (const { received } of receivers) {
      for (const [account, ids] of written) {
        const order = received
          .map(idOf)
          .filter((id) => ids.includes(id))
          .map((id) => ids.indexOf(id));
        assert.deepEqual(
          order,
          [...order].sort((a, b) => a - b),
          account,
        );
        assert.deepEqual([...new Set(order)], [...ids.keys()], account);
      }
    }
    await last;
  });
});

function idOf({ headers }: { readonly headers: Readonly<Record<string, string>> }): string {
  return headers['webhook-id'] ?? '';
}
