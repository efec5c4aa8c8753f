/** Ownership that never changes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFixedOwnership } from '../../../src/application/ownership/fixed-ownership.ts';
import { createWorkerOwnership } from '../../../src/composition/open-ownership.ts';
import { shardOf } from '../../../src/domain/accounts/account-shard.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { chooseWorker } from '../../../src/http/peers/rendezvous.ts';

const WORKERS = [1, 2, 3];
const IDS = Array.from({ length: 300 }, (_, index) => `a${index}` as MailAccountId);

describe('Ownership of a process at a file', () => {
  it('is of all accounts where it is the only one', () => {
    const ownership = createFixedOwnership();

    assert.deepEqual(
      [
        ownership.owns('jane' as MailAccountId),
        ownership.fenceOf('jane' as MailAccountId),
        ownership.listShards(),
      ],
      [true, 'none', null],
    );
  });

  it('is of one worker for each account, the one that gets its requests', () => {
    const ownerships = WORKERS.map((worker) =>
      createWorkerOwnership(null, (account) => chooseWorker(account, WORKERS) === worker),
    );

    const owners = IDS.map((id) => WORKERS.filter((_, index) => ownerships[index]?.owns(id)));

    assert.deepEqual(
      owners,
      IDS.map((id) => [chooseWorker(id, WORKERS)]),
    );
    assert.equal(
      ownerships.every((ownership) => IDS.some((id) => ownership.fenceOf(id) === null)),
      true,
    );
  });
});

describe('Shards', () => {
  it('are the same for all time', () => {
    assert.deepEqual(['a0', 'jane', 'jane@example.org'].map(shardOf), [479, 733, 462]);
  });
});
