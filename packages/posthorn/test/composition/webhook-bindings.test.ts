import assert from 'node:assert/strict';
import { it } from 'node:test';
import { UNMEASURED } from '../../src/application/ports/mail-telemetry.ts';
import type { Services } from '../../src/composition/services.ts';
import { webhookBindings } from '../../src/composition/webhook-bindings.ts';
import { buildApiKey } from '../support/stored-samples.ts';
import { buildWebhook } from '../support/stored-webhooks.ts';
import { CONFIGURATION } from './test-configuration.ts';

it('Deliveries are claimed by the clock of the database, which all nodes share', async (t) => {
  let looked: (now: number) => void = () => undefined;
  const lookedAt = new Promise<number>((resolve) => {
    looked = resolve;
  });
  const store = {
    webhooks: {
      listEnabled: async () => [
        { webhook: buildWebhook(), key: buildApiKey({ scopes: ['webhooks'] }), position: 0 },
      ],
    },
    apiKeys: {},
    events: { list: async () => [], onAppend: () => () => undefined },
    webhookDeliveries: {
      async due(now: number) {
        looked(now);
        return [];
      },
      queue: async () => ({ pending: 0, oldestAt: null }),
      removeEnded: async () => 0,
    },
  };
  const services = {
    ...{ store, clock: () => 1_000, accountOpening: {}, configuration: CONFIGURATION },
    telemetry: { ...UNMEASURED, setQueue: () => undefined },
  };
  const { webhookDispatcher } = webhookBindings(CONFIGURATION, () => -400);

  const dispatcher = webhookDispatcher(services as unknown as Services, () => assert.fail());
  t.after(() => dispatcher?.close());
  dispatcher?.start();

  assert.equal(await lookedAt, 600);
});
