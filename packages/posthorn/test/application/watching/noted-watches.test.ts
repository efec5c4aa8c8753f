import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFixedOwnership } from '../../../src/application/ownership/fixed-ownership.ts';
import type { WatchChange } from '../../../src/application/ports/state/accounts.ts';
import { NotedWatches } from '../../../src/application/watching/noted-watches.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import { eventually } from '../../contracts/watching/watch-scene.ts';

const JANE = 'jane' as MailAccountId;

it('NotedWatches reports a fault, and writes what is noted next', async () => {
  const fault = new RangeError('The table is damaged.');
  const outcomes = [() => Promise.reject(fault), () => Promise.resolve()];
  const [reported, written]: [unknown[], unknown[]] = [[], []];
  const noted = new NotedWatches({
    accounts: {
      async saveWatches(changes) {
        await outcomes.shift()?.();
        written.push(...changes.map(({ mode }) => mode));
      },
    },
    ownership: createFixedOwnership(),
    onWritten: () => undefined,
    report: (error) => reported.push(error),
  });

  noted.note(JANE, { mode: 'idle' });
  await noted.flush();
  noted.note(JANE, { mode: 'notify' });
  await noted.flush();

  assert.deepEqual([reported, written], [[fault], ['notify']]);
});

it('NotedWatches writes when the store is back what it refused, but for what was noted since', async () => {
  const away = new MailError('store-unavailable', { detail: 'Away.' });
  const outcomes = [
    () => {
      noted.note(JANE, { mode: 'notify' });
      return Promise.reject(away);
    },
  ];
  const written: WatchChange[] = [];
  const noted = new NotedWatches({
    accounts: {
      async saveWatches(changes) {
        await outcomes.shift()?.();
        written.push(...changes);
      },
    },
    ownership: createFixedOwnership(),
    onWritten: () => undefined,
    report: () => assert.fail(),
    retryMs: 5,
  });

  noted.note(JANE, { mode: 'idle', provedAt: 7 });
  await noted.flush();

  await eventually(async () =>
    assert.deepEqual(written, [{ id: JANE, mode: 'notify', lastProofAt: 7, fence: 'none' }]),
  );
});

it('NotedWatches writes nothing of an account that this process has lost', async () => {
  const noted = new NotedWatches({
    accounts: { saveWatches: () => assert.fail() },
    ownership: createFixedOwnership(() => false),
    onWritten: () => undefined,
    report: () => assert.fail(),
  });

  noted.note(JANE, { mode: 'none' });
  await assert.doesNotReject(noted.close());
});
