import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { storeOf } from '../../../src/adapters/database/open-store.ts';
import { createSecretBox } from '../../../src/adapters/secrets/aes-secret-box.ts';
import { EnabledWebhooks } from '../../../src/application/webhooks/enabled-webhooks.ts';
import { KnownWebhooks } from '../../../src/application/webhooks/known-webhooks.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import type { WebhookId } from '../../../src/domain/events/webhook.ts';
import type { ApiKeyId } from '../../../src/domain/rights/api-key.ts';
import { buildApiKey } from '../../support/stored-samples.ts';
import { buildWebhook } from '../../support/stored-webhooks.ts';
import { describeEngines, openEach } from './databases.ts';

const START = 1_764_000_000_000;
const HOOKS = ['a', 'b', 'c'] as WebhookId[];

describeEngines('Enabled webhooks in memory', (newLocation) => {
  const open = openEach(newLocation);

  /** Each webhook has a key of its own. */
  async function begin() {
    const secretBox = createSecretBox([{ name: 'k', key: createSecretKey(randomBytes(32)) }]);
    const store = storeOf(await open(), secretBox);
    const scopes = ['webhooks', 'mail.read'] as const;
    for (const id of HOOKS) {
      const key = id as string as ApiKeyId;
      await store.apiKeys.save(buildApiKey({ id: key, scopes: [...scopes] }));
      await store.webhooks.save(buildWebhook({ id, key }));
    }
    const time = { now: START };
    const now = () => time.now;
    const reads: (readonly WebhookId[] | 'all')[] = [];
    const failures: Error[] = [];
    const webhooks = {
      ...store.webhooks,
      async listEnabled(ids?: readonly WebhookId[]) {
        reads.push(ids ?? 'all');
        const failure = failures.pop();
        if (failure) throw failure;
        return store.webhooks.listEnabled(ids);
      },
    };
    const apiKeys = { find: () => assert.fail('A key was read alone.') };
    const known = new KnownWebhooks({ webhooks, apiKeys, now });
    const enabled = new EnabledWebhooks({ webhooks, known, now });
    const ids = async () => [...(await enabled.look()).keys()].sort();
    return { ...store, enabled, ids, reads, failures, time };
  }

  it('are read with their keys, and again after four seconds and a millisecond for each', async () => {
    const { enabled, ids, reads, time } = await begin();

    assert.deepEqual(await ids(), HOOKS);
    const first = await enabled.look();
    assert.equal(await enabled.look(), first);
    time.now += 4_000 + HOOKS.length - 1;
    await enabled.look();
    assert.deepEqual(reads, ['all']);
    time.now += 1;
    await enabled.look();

    assert.deepEqual(reads, ['all', 'all']);
    assert.deepEqual(enabled.ofKey('b' as ApiKeyId), ['b']);
  });

  it('are read alone when they change', async () => {
    const { webhooks, enabled, ids, reads } = await begin();
    const [, before] = [await ids(), await enabled.look()];
    const added = buildWebhook({ id: 'd' as WebhookId, key: 'a' as ApiKeyId });
    await webhooks.save(added);
    await webhooks.remove('b' as WebhookId);

    for (const id of ['b', 'd'] as WebhookId[]) enabled.noteChange(id);

    assert.deepEqual(await ids(), ['a', 'c', 'd']);
    assert.equal((await enabled.look()).get('a' as WebhookId), before.get('a' as WebhookId));
    assert.deepEqual(reads, ['all', ['b', 'd']]);
  });

  it('are read again after a failure', async () => {
    const { webhooks, enabled, ids, failures } = await begin();
    const away = () => new MailError('store-unavailable', { detail: 'Away.' });
    failures.push(away());
    await assert.rejects(enabled.look(), { code: 'store-unavailable' });
    assert.deepEqual(await ids(), HOOKS);
    await webhooks.remove('b' as WebhookId);
    enabled.noteChange('b' as WebhookId);
    failures.push(away());
    await assert.rejects(enabled.look(), { code: 'store-unavailable' });

    assert.deepEqual(await ids(), ['a', 'c']);
  });

  it('are without those whose key has ended, which are disabled', async () => {
    const { apiKeys, webhooks, enabled, ids } = await begin();
    await ids();
    await apiKeys.remove('b' as ApiKeyId);
    enabled.noteChange('b' as WebhookId);

    assert.deepEqual(await ids(), ['a', 'c']);
    assert.equal((await webhooks.find('b' as WebhookId))?.problem?.code, 'key-ended');
  });
});
