/** DELETE with If-Match beside a change of the same version: one of both is made. */
import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { storeOf } from '../../../src/adapters/database/open-store.ts';
import { createSecretBox } from '../../../src/adapters/secrets/aes-secret-box.ts';
import { createManagedKeys } from '../../../src/application/keys/managed-keys.ts';
import type { ApiKeyId } from '../../../src/domain/rights/api-key.ts';
import { buildApiKey } from '../../support/stored-samples.ts';
import { describeEngines, openEach } from '../store/databases.ts';

const ID = 'key1' as ApiKeyId;

describeEngines('A removal with If-Match', (newLocation) => {
  const open = openEach(newLocation);

  it('takes no version that was changed in between', async () => {
    const secretBox = createSecretBox([{ name: 'k', key: createSecretKey(randomBytes(32)) }]);
    const { apiKeys } = storeOf(await open(), secretBox);
    await apiKeys.save(buildApiKey({ id: ID }));
    const { createdAt } = buildApiKey();
    const changing = {
      ...apiKeys,
      /** Another client changes the key after it was read. */
      async find(id: ApiKeyId) {
        const key = await apiKeys.find(id);
        if (key?.epoch === 1) await apiKeys.save({ ...key, name: 'changed' });
        return key;
      },
    };
    const keys = createManagedKeys({ apiKeys: changing, now: () => createdAt });

    const removed = keys.remove(null, { id: ID, expected: [{ createdAt, epoch: 1 }] });

    await assert.rejects(removed, { code: 'outdated-version' });
    assert.equal((await apiKeys.find(ID))?.name, 'changed');
    await keys.remove(null, { id: ID });
    assert.equal(await apiKeys.find(ID), null);
  });
});
