import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DownloadGate } from '../../../../src/adapters/imap/message/download-gate.ts';
import type { AccountKey } from '../../../../src/domain/limits/limit-keys.ts';
import { code } from '../../../support/domain-values.ts';

const { signal } = new AbortController();
const ANN = { account: 'ann' as AccountKey, capacity: 3 };

/** The order in which the downloads have begun; each waits with a signal of its own unless one is given for all. */
function startDownloads(gate: DownloadGate, count: number, abort?: AbortSignal) {
  const begun: number[] = [];
  const entering = Array.from({ length: count }, async (_, index) => {
    const leave = await gate.enter(ANN, abort ?? new AbortController().signal);
    begun.push(index);
    return leave;
  });
  return { begun, entering };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('DownloadGate', () => {
  it('leaves one session of the login to others', async () => {
    const { begun, entering } = startDownloads(new DownloadGate(), 3);
    await settled();

    assert.deepEqual(begun, [0, 1]);
    (await entering[0])?.();
    await settled();
    assert.deepEqual(begun, [0, 1, 2]);
  });

  it('lets a login with one session download all the same', async () => {
    const gate = new DownloadGate();
    const only = { account: 'bob' as AccountKey, capacity: 1 };
    const leave = await gate.enter(only, signal);
    const second = gate.enter(only, signal);
    leave();

    (await second)();
  });

  it('does not let one login wait for another', async () => {
    const gate = new DownloadGate();
    startDownloads(gate, 5);
    await settled();

    (await gate.enter({ account: 'bob' as AccountKey, capacity: 3 }, signal))();
  });

  it('lets nobody in for a download that was aborted while it waited', async () => {
    const gate = new DownloadGate();
    const first = startDownloads(gate, 2);
    const abort = new AbortController();
    const waiting = gate.enter(ANN, abort.signal);
    const last = gate.enter(ANN, signal);
    abort.abort(new Error('gone'));

    await assert.rejects(waiting, /gone/);
    (await first.entering[0])?.();
    (await last)();
    (await first.entering[1])?.();
    const { begun } = startDownloads(gate, 2);
    await settled();
    assert.deepEqual(begun, [0, 1]);
  });

  it('refuses where many wait', async () => {
    const gate = new DownloadGate();
    startDownloads(gate, 102);

    await assert.rejects(gate.enter(ANN, signal), code('too-many-connections'));
  });
});
