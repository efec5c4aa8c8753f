/** What each worker gets of the totals. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigurationError } from '../../src/config/configuration-error.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import { workerSettings } from '../../src/processes/worker-settings.ts';

describe('The settings of workers', () => {
  it('add up to the totals of the instance, and leave what is counted for one account whole', () => {
    const settings = readSettings({ APP_SESSIONS_TOTAL: '200', APP_EVENT_STREAMS: '1000', APP_WORKERS: '3' });

    const shares = [1, 2, 3].map((worker) => workerSettings(settings, { worker, processCount: 3 }));

    assert.deepEqual(
      shares.map(({ sessionsTotal, eventStreams }) => [sessionsTotal, eventStreams]),
      [
        [67, 334],
        [67, 333],
        [66, 333],
      ],
    );
    assert.deepEqual(
      shares.map(({ sessionsPerAccount }) => sessionsPerAccount),
      Array(3).fill(settings.sessionsPerAccount),
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

    assert.deepEqual(problemsOf({ APP_WORKERS: '4', APP_SESSIONS_TOTAL: '3', APP_EVENT_STREAMS: '0' }), [
      { key: 'APP_WORKERS', expected: 'no more than APP_SESSIONS_TOTAL (3)', got: '4' },
    ]);
    assert.deepEqual(problemsOf({ APP_WORKERS: '4', APP_EVENT_STREAMS: '2' }), [
      { key: 'APP_WORKERS', expected: 'no more than APP_EVENT_STREAMS (2)', got: '4' },
    ]);
    assert.deepEqual(problemsOf({ APP_WORKERS: '4', APP_EVENT_STREAMS: '0' }), []);
  });
});
