import assert from 'node:assert/strict';
import { it } from 'node:test';
import { NotedWatches } from '../../../src/application/watching/noted-watches.ts';
import type { MailAccountId } from '../../../src/domain/mail-account.ts';

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
    onWritten: () => undefined,
    report: (error) => reported.push(error),
  });

  noted.note(JANE, { mode: 'idle' });
  await noted.flush();
  noted.note(JANE, { mode: 'notify' });
  await noted.flush();

  assert.deepEqual([reported, written], [[fault], ['notify']]);
});
