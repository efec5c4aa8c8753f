import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { idle } from '../../src/commands/idle.ts';
import { CommandRefused } from '../../src/connection/connection-errors.ts';
import { DeadlineExceeded } from '../../src/errors.ts';
import type { UntaggedResponse } from '../../src/responses/response.ts';
import { ScriptedRunner } from '../support/scripted-runner.ts';

const { signal } = new AbortController();
const BEGUN = { client: 'A1 IDLE\n', server: '+ idling\n* 4 EXISTS\n* OK Still here\n' };

describe('idle', () => {
  it('passes on the news until it is ended by DONE', async () => {
    const end = new AbortController();
    const news: UntaggedResponse[] = [];
    const runner = new ScriptedRunner([BEGUN, { client: 'DONE\n', server: '* 5 EXISTS\nA1 OK done\n' }]);

    await idle(
      runner,
      {
        until: end.signal,
        onNews: (response) => {
          news.push(response);
          end.abort();
        },
      },
      signal,
    );

    assert.deepEqual(
      news.map(({ kind }) => kind),
      ['exists', 'status', 'exists'],
    );
    assert.deepEqual(runner.heard, []);
    assert.equal(runner.remainingSteps, 0);
  });

  it('ends by itself after its time', async () => {
    const runner = new ScriptedRunner([BEGUN, { client: 'DONE\n', server: 'A1 OK done\n' }]);

    await idle(runner, { maxMs: 5, onNews: () => undefined }, signal);

    assert.equal(runner.remainingSteps, 0);
    assert.equal(runner.commands[0]?.budget?.deadlineMs, 10_005);
  });

  it('is over when the server ends it', async () => {
    const runner = new ScriptedRunner([{ client: 'A1 IDLE\n', server: '+ idling\nA1 OK enough\n' }]);

    await assert.doesNotReject(idle(runner, { onNews: () => undefined }, signal));
  });

  it('is refused where the server does not idle', async () => {
    const runner = new ScriptedRunner([{ client: 'A1 IDLE\n', server: 'A1 BAD what?\n' }]);

    await assert.rejects(idle(runner, { onNews: () => undefined }, signal), CommandRefused);
  });

  it('sends nothing where it is over before it begins', async () => {
    const runner = new ScriptedRunner([]);

    await idle(runner, { until: AbortSignal.abort(), onNews: () => undefined }, signal);

    assert.deepEqual(runner.commands, []);
  });

  it('waits ten seconds for the server to confirm the end', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const end = new AbortController();
    const runner = new ScriptedRunner([BEGUN, { client: 'DONE\n', server: '' }]);
    let isRunning: () => void = () => undefined;
    const news = new Promise<void>((resolve) => {
      isRunning = resolve;
    });
    const idling = idle(runner, { until: end.signal, onNews: () => isRunning() }, signal);
    await news;
    end.abort();
    await new Promise((resolve) => setImmediate(resolve));

    context.mock.timers.tick(10_000);

    await assert.rejects(idling, DeadlineExceeded);
  });
});
