import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SharedRounds } from '../../../../src/adapters/imap/list/shared-rounds.ts';

/** Rounds that are ended by hand; the result of each is its number. */
function roundsByHand() {
  const ends: ((error?: Error) => void)[] = [];
  const signals: AbortSignal[] = [];
  const shared: number[] = [];
  const rounds = new SharedRounds<number>({
    work: (signal) =>
      new Promise((resolve, reject) => {
        const number = signals.push(signal);
        ends.push((error) => (error ? reject(error) : resolve(number)));
      }),
    onShare: (number) => shared.push(number),
    onShared: (number) => shared.push(-number),
  });
  return { rounds, ends, signals, shared };
}

const { signal } = new AbortController();

describe('SharedRounds', () => {
  it('gives those who come while a round runs the result of the next one, all the same', async () => {
    const { rounds, ends, signals } = roundsByHand();
    const first = rounds.join(signal);
    const others = [rounds.join(signal), rounds.join(signal), rounds.join(signal)];

    ends[0]?.();
    const firstResult = await first;
    ends[1]?.();

    assert.equal(firstResult, 1);
    assert.deepEqual(await Promise.all(others), [2, 2, 2]);
    assert.equal(signals.length, 2);
  });

  it('reports each who gets the result, and then that all have it', async () => {
    const { rounds, ends, shared } = roundsByHand();
    const first = rounds.join(signal);
    const others = [rounds.join(signal), rounds.join(signal)];

    ends[0]?.();
    await first;
    ends[1]?.();
    await Promise.all(others);

    assert.deepEqual(shared, [1, -1, 2, 2, -2]);
  });

  it('goes on after a round that failed', async () => {
    const { rounds, ends } = roundsByHand();
    const first = rounds.join(signal);
    const second = rounds.join(signal);

    ends[0]?.(new Error('no luck'));
    await assert.rejects(first, /no luck/);
    ends[1]?.();

    assert.equal(await second, 2);
  });

  it('lets one of several give up, and aborts the work with the last of them', async () => {
    const { rounds, ends, signals } = roundsByHand();
    const [one, two] = [new AbortController(), new AbortController()];
    const running = rounds.join(signal);
    const waiting = [rounds.join(one.signal), rounds.join(two.signal)];
    ends[0]?.();
    await running;

    one.abort(new Error('gone'));
    await assert.rejects(waiting[0] ?? Promise.resolve(), /gone/);
    const isAbortedEarly = signals[1]?.aborted;
    two.abort(new Error('gone too'));
    await assert.rejects(waiting[1] ?? Promise.resolve(), /gone too/);

    assert.equal(isAbortedEarly, false);
    assert.equal(signals[1]?.aborted, true);
  });

  it('does the work for one request under its own signal, which identifies the request', async () => {
    const { rounds, ends, signals } = roundsByHand();

    const only = rounds.join(signal);
    ends[0]?.();
    await only;

    assert.equal(signals[0], signal);
  });

  it('begins no round for a request that was given up before', async () => {
    const { rounds, signals } = roundsByHand();

    await assert.rejects(rounds.join(AbortSignal.abort(new Error('late'))), /late/);

    assert.equal(signals.length, 0);
  });
});
