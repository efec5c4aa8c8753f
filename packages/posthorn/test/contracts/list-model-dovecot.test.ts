/** Lists of the mail store show what Dovecot shows, whatever other clients do to the mailbox meanwhile. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom, testSeed } from '../support/seeded-random.ts';
import { openDovecotBackend } from './dovecot-backend.ts';
import { runListModel } from './list-model.ts';

describe('Lists on Dovecot', () => {
  it('are those of a fresh session after each of 300 changes by ten clients', async () => {
    const backend = await openDovecotBackend('flat');
    const random = seededRandom(testSeed());

    const result = await runListModel({
      ...{ backend, random, hidesDeleted: false },
      ...{ clients: 10, messages: 20, operations: 300, stepsBetweenBarriers: 30 },
    }).finally(() => backend.close());

    assert.equal(result.barriers, 10);
  });
});
