/** PostgreSQL forgets the end of the log behind running readers, as a standby does that is promoted with a lag. */
import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Database } from '../../../src/adapters/database/database.ts';
import { migrate } from '../../../src/adapters/database/migrations/migrate.ts';
import { openDatabase } from '../../../src/adapters/database/open-database.ts';
import { storeOf } from '../../../src/adapters/database/open-store.ts';
import { createSecretBox } from '../../../src/adapters/secrets/aes-secret-box.ts';
import { LogTail } from '../../../src/application/event-log/log-tail.ts';
import { createStoredEvents } from '../../../src/application/event-log/stored-events.ts';
import { DeliveryPlanner } from '../../../src/application/webhooks/delivery-planner.ts';
import type { WebhookId } from '../../../src/domain/events/webhook.ts';
import { type Postgres, postgresIsMissing, startPostgres } from '../../support/postgres.ts';
import { buildAdvance, buildEvent } from '../../support/stored-events.ts';
import { buildAccount, buildApiKey } from '../../support/stored-samples.ts';
import { buildWebhook } from '../../support/stored-webhooks.ts';
import { eventually } from '../watching/watch-scene.ts';

const secretBox = createSecretBox([{ name: 'k', key: createSecretKey(randomBytes(32)) }]);
const HOOK = 'hook' as WebhookId;
const NOW = 1_764_000_000_000;
const WANTED = 'folder.created';
const RIGHTS = { accounts: null, boundBy: [], readsMail: true };

async function restore(database: Database, state: { readonly last: number; readonly planned: number }) {
  await database.transact(async (transaction) => {
    await transaction.deleteFrom('events').where('position', '>', state.last).execute();
    await transaction.deleteFrom('webhook_deliveries').where('position', '>', state.planned).execute();
    await transaction.deleteFrom('webhook_lanes').execute();
    await transaction.updateTable('event_log').set({ last: state.last }).execute();
    await transaction.updateTable('webhooks').set({ position: state.planned }).execute();
  });
}

describe('A log whose end PostgreSQL has forgotten', { skip: postgresIsMissing }, () => {
  let server: Postgres;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.stop());

  async function open(t: TestContext) {
    const location = { engine: 'postgres', url: await server.createDatabase() } as const;
    const database = await openDatabase({ location, readPassword: null, isServer: false, connectMs: 5_000 });
    t.after(() => database.close());
    await migrate(database);
    const { accounts, apiKeys, events, webhooks, webhookDeliveries } = storeOf(database, secretBox);
    await accounts.save(buildAccount({ state: 'connecting' }));
    await apiKeys.save(buildApiKey());
    const write = (kind: 'message.created' | typeof WANTED, ...uids: readonly number[]) =>
      events.advance(buildAdvance({ events: uids.map((uid) => buildEvent({ kind, uid })) }));
    await write('message.created', 1, 2);
    await webhooks.save(buildWebhook({ kinds: [WANTED] }));
    const planner = new DeliveryPlanner({
      ...{ eventLog: events, deliveries: webhookDeliveries, now: () => NOW },
    });
    const list = async () =>
      new Map((await webhooks.listEnabled()).map((one) => [one.webhook.id, { ...one, rights: RIGHTS }]));
    const planned = async () => {
      const deliveries = await webhookDeliveries.list({ webhook: HOOK, before: null, limit: 9 });
      return deliveries.map(({ event }) => event).reverse();
    };
    const stateOf = async () => ({
      last: await events.last(),
      planned: (await list()).get(HOOK)?.position ?? 0,
    });
    return { database, events, write, planner, list, planned, stateOf };
  }

  it('gives webhooks what is written then, also after they have read what was forgotten', async (t) => {
    const { database, write, planner, list, planned, stateOf } = await open(t);
    const [listed, state] = [await list(), await stateOf()];
    await write('message.created', 3, 4, 5);
    await planner.plan(listed);

    await restore(database, state);
    await write(WANTED, 1);
    await planner.plan(listed);

    assert.deepEqual(await planned(), [buildEvent({ kind: WANTED, uid: 1 }).id]);
  });

  it('gives webhooks again what was planned and forgotten', async (t) => {
    const { database, write, planner, list, planned, stateOf } = await open(t);
    const { planned: position } = await stateOf();
    await write(WANTED, 1);
    const { last } = await stateOf();
    await planner.plan(await list());
    assert.equal((await planned()).length, 1);

    await restore(database, { last, planned: position });
    assert.deepEqual(await planned(), []);
    await planner.plan(await list());

    assert.deepEqual(await planned(), [buildEvent({ kind: WANTED, uid: 1 }).id]);
  });

  it('gives streams what is written then', async (t) => {
    const { database, events, write, stateOf } = await open(t);
    const tail = new LogTail({ log: events, pollMs: 10 });
    t.after(tail.join(() => undefined));
    await eventually(async () => assert.notEqual(tail.end, 0));
    const state = await stateOf();
    await write('message.created', 3, 4, 5);
    await eventually(async () => assert.equal(tail.after(state.last)?.events.length, 3));
    const { end } = tail;

    await restore(database, state);
    await write(WANTED, 1);

    await eventually(async () =>
      assert.deepEqual(
        tail.after(end)?.events.map(({ event }) => event.kind),
        [WANTED],
      ),
    );
  });

  it('is gone for clients whose event is forgotten, also where others were written since', async (t) => {
    const { database, events, write, stateOf } = await open(t);
    const stored = createStoredEvents({ log: events, keptMs: 1_000, now: () => NOW });
    const state = await stateOf();
    await write('message.created', 3);

    await restore(database, state);
    await write(WANTED, 1, 2);

    const after = buildEvent({ uid: 3 }).id;
    await assert.rejects(stored.list({ filter: {}, after, limit: 9 }), { code: 'events-gone' });
    await assert.rejects(stored.positionAfter(after), { code: 'events-gone' });
  });
});
