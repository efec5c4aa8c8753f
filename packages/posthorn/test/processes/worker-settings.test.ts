/** What each worker gets of the totals. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigurationError } from '../../src/config/configuration-error.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import { workerSettings } from '../../src/processes/worker-settings.ts';

describe('The settings of workers', () => {
  it('add up to the totals of the instance, and leave whole what is counted for one account or by all', () => {
    const settings = readSettings({ APP_SESSIONS_TOTAL: '200', APP_WORKERS: '3' });

    const shares = [1, 2, 3].map((worker) => workerSettings(settings, { worker, processCount: 3 }));

    assert.deepEqual(
      shares.map(({ sessionsTotal }) => sessionsTotal),
      [67, 67, 66],
    );
    const { sessionsPerAccount, eventStreams } = settings;
    assert.deepEqual(
      shares.map((share) => [share.sessionsPerAccount, share.eventStreams]),
      Array(3).fill([sessionsPerAccount, eventStreams]),
    );
  });

  it('are refused where a worker would have no share', () => {
    const problemsOf = (variables: Readonly<Record<string, string>>) => {
      try {
        readSettings(variables);
        return [];
      } catch (error) {
        return error instanceof ConfigurationError ? error.problems : [error];
      }
    };

    assert.deepEqual(problemsOf({ APP_WORKERS: '4', APP_SESSIONS_TOTAL: '3' }), [
      { key: 'APP_WORKERS', expected: 'no more than APP_SESSIONS_TOTAL (3)', got: '4' },
    ]);
    assert.deepEqual(problemsOf({ APP_WORKERS: '4', APP_EVENT_STREAMS: '2' }), []);
  });
});
