import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { createAccountRemovals } from '../../../src/application/connected/account-removals.ts';
import { KnownWebhooks } from '../../../src/application/webhooks/known-webhooks.ts';
import { createWebhookDispatcher } from '../../../src/application/webhooks/webhook-dispatcher.ts';
import { buildApiKey } from '../../support/stored-samples.ts';
import { buildWebhook } from '../../support/stored-webhooks.ts';

const ROUND_MS = 50;

it('A dispatcher rests between rounds, and then looks again', async (t) => {
  let rounds = 0;
  const hook = buildWebhook({});
  const known = new KnownWebhooks({
    webhooks: { find: async () => hook, disable: async () => true },
    apiKeys: { find: async () => buildApiKey({ scopes: ['webhooks'] }) },
    now: Date.now,
  });
  const dispatcher = createWebhookDispatcher({
    webhooks: {
      listEnabled: async () => [{ webhook: hook, position: 0, key: buildApiKey({ scopes: ['webhooks'] }) }],
    },
    deliveries: {
      plan: async () => true,
      async due() {
        await wait(ROUND_MS);
        rounds += 1;
        return [];
      },
      claim: async () => [],
      queue: async () => ({ pending: 0, oldestAt: null }),
      removeEnded: async () => 0,
    },
    eventLog: { list: async () => [], onAppend: () => () => undefined },
    ...{ known, attempts: { run: async () => null }, removals: createAccountRemovals() },
    telemetry: { setQueue: () => undefined },
    ...{ onFailure: (error) => assert.fail(String(error)), now: Date.now },
  });
  t.after(() => dispatcher.close());
  const startedAt = performance.now();
  dispatcher.start();
  dispatcher.wake();
  while (rounds < 3) {
    dispatcher.wake();
    await nextTurn();
  }

  // Three rounds and two rests.
  assert.ok(performance.now() - startedAt >= 4.9 * ROUND_MS);
});
