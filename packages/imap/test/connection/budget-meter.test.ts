import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { BudgetMeter } from '../../src/connection/budget-meter.ts';
import type { CommandBudget } from '../../src/connection/command.ts';

/** A meter that runs, with the messages of what it complains about. */
function start(t: TestContext, budget: Partial<CommandBudget>): { meter: BudgetMeter; complaints: string[] } {
  const complaints: string[] = [];
  const meter = new BudgetMeter({
    name: 'FETCH',
    budget: { octets: 1e9, responses: 1e9, deadlineMs: 1e9, octetsPerSecond: 0, ...budget },
    mailboxes: 10,
    onExceeded: ({ message }) => complaints.push(message),
  });
  meter.resume();
  t.after(() => meter.stop());
  return { meter, complaints };
}

describe('BudgetMeter', () => {
  it('complains once', (t) => {
    const { meter, complaints } = start(t, { octets: 10 });

    meter.countOctets(10);
    assert.deepEqual(complaints, []);
    meter.countOctets(1);
    meter.countOctets(1);

    assert.deepEqual(complaints, ['The server exceeded the bound of 10 octets of FETCH.']);
  });

  it('complains of an answer that is too slow after ten seconds', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const { meter, complaints } = start(t, { octetsPerSecond: 100 });

    meter.countOctets(999);
    t.mock.timers.tick(9_000);
    assert.deepEqual(complaints, []);
    t.mock.timers.tick(1_000);

    assert.deepEqual(complaints, [
      'The server did not finish 100 octets per second of FETCH within 10000 ms.',
    ]);
  });

  it('is content with an answer that is fast enough over its whole time', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const { meter, complaints } = start(t, { octetsPerSecond: 100 });

    meter.countOctets(3_000);
    t.mock.timers.tick(30_000);
    assert.deepEqual(complaints, []);
    t.mock.timers.tick(1_000);

    assert.equal(complaints.length, 1);
  });

  it('measures the throughput from the first octet of the answer on', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const { meter, complaints } = start(t, { octetsPerSecond: 100 });

    t.mock.timers.tick(60_000);
    meter.countOctets(1);
    t.mock.timers.tick(9_000);

    assert.deepEqual(complaints, []);
  });

  it('does not measure the throughput while it is paused', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const { meter, complaints } = start(t, { octetsPerSecond: 100 });
    meter.countOctets(1);
    t.mock.timers.tick(5_000);

    meter.pause();
    t.mock.timers.tick(60_000);
    meter.resume();
    t.mock.timers.tick(4_000);
    assert.deepEqual(complaints, []);
    t.mock.timers.tick(1_000);

    assert.equal(complaints.length, 1);
  });

  it('complains of a server that says nothing for too long, before its answer or in the middle', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const before = start(t, { silenceMs: 30_000 });
    const within = start(t, { silenceMs: 30_000 });

    t.mock.timers.tick(20_000);
    within.meter.countOctets(1e8);
    t.mock.timers.tick(10_000);
    assert.deepEqual(before.complaints, ['The server did not finish FETCH within 30000 ms.']);
    assert.deepEqual(within.complaints, []);
    t.mock.timers.tick(20_000);

    assert.deepEqual(within.complaints, before.complaints);
  });

  it('does not count the silence while it is paused', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const { meter, complaints } = start(t, { silenceMs: 30_000 });
    t.mock.timers.tick(20_000);

    meter.pause();
    t.mock.timers.tick(60_000);
    meter.resume();
    t.mock.timers.tick(9_000);
    assert.deepEqual(complaints, []);
    t.mock.timers.tick(1_000);

    assert.equal(complaints.length, 1);
  });

  it('keeps what is left of its deadline while it is paused', async (t) => {
    const { meter, complaints } = start(t, { deadlineMs: 100 });

    meter.pause();
    await new Promise((resolve) => setTimeout(resolve, 150));
    assert.deepEqual(complaints, []);
    meter.resume();
    await new Promise((resolve) => setTimeout(resolve, 150));

    assert.deepEqual(complaints, ['The server did not finish FETCH within 100 ms.']);
  });

  it('has no deadline where that is infinite, nor one that ends at once where it is longer than a timer', async (t) => {
    const endless = start(t, { deadlineMs: Number.POSITIVE_INFINITY });
    const long = start(t, { deadlineMs: 2 ** 40 });

    await new Promise((resolve) => setTimeout(resolve, 20));

    assert.deepEqual([...endless.complaints, ...long.complaints], []);
  });
});
