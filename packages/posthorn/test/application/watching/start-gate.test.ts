import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StartGate } from '../../../src/application/watching/start-gate.ts';
import type { HostKey } from '../../../src/domain/limits/limit-keys.ts';

const HOST = 'mail.example' as HostKey;

/** Starts that last until they are ended, the first one first. */
function startsAt(gate: StartGate) {
  const ends: (() => void)[] = [];
  const begin = (host: HostKey) => {
    const work = () =>
      new Promise<void>((resolve) => {
        ends.push(resolve);
      });
    void gate.run(host, work, new AbortController().signal);
  };
  return {
    async begin(hosts: readonly HostKey[]) {
      hosts.forEach(begin);
      await nextTurn();
      return ends.length;
    },
    /** The number under way after it. */
    async endOne() {
      ends.shift()?.();
      await nextTurn();
      return ends.length;
    },
  };
}

const hosts = (count: number) => Array.from({ length: count }, (_, index) => `host${index}` as HostKey);
const ofOneHost = (count: number) => Array.from({ length: count }, () => HOST);

describe('The gate of starts', () => {
  it('lets no host, and no process, see more than its limit', async () => {
    const gate = () => new StartGate({ total: 12, perHost: 5 }, () => false);

    assert.equal(await startsAt(gate()).begin(ofOneHost(20)), 5);
    assert.equal(await startsAt(gate()).begin(hosts(20)), 12);
  });

  it('begins few at each host while the event loop is busy, so that requests are answered', async () => {
    const gate = () => new StartGate({ total: 12, perHost: 5 }, () => true);
    const starts = startsAt(gate());

    assert.equal(await starts.begin(ofOneHost(20)), 2);
    assert.equal(await starts.endOne(), 2);
    assert.equal(await startsAt(gate()).begin(hosts(20)), 12);
  });

  it('begins one more at each end once the event loop is free again', async () => {
    let isBusy = true;
    const starts = startsAt(new StartGate({ total: 12, perHost: 5 }, () => isBusy));
    await starts.begin(ofOneHost(20));
    isBusy = false;

    const underWay = [await starts.endOne(), await starts.endOne(), await starts.endOne()];

    assert.deepEqual([...underWay, await starts.endOne()], [3, 4, 5, 5]);
  });

  it('measures the event loop itself', async () => {
    const gate = new StartGate({ total: 12, perHost: 5 });
    for (const end = performance.now() + 300; performance.now() < end; ) Math.random();

    assert.equal(await startsAt(gate).begin(ofOneHost(20)), 2);
  });
});
