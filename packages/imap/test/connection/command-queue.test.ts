import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Command } from '../../src/connection/command.ts';
import { CommandQueue } from '../../src/connection/command-queue.ts';

type Concurrency = Command['concurrency'];

const ALL = ['alone', 'alone beside ID', 'shared', 'one FETCH', 'one ID'] as const;

/** True when the first may be sent while the other is in flight. */
function mayFollow(concurrency: Concurrency, inFlight: Concurrency): boolean {
  const queue = new CommandQueue<{ readonly concurrency: Concurrency }>();
  queue.add({ concurrency });
  return queue.next([{ concurrency: inFlight }]) !== undefined;
}

describe('CommandQueue', () => {
  it('holds SELECT back beside anything but ID, and anything but ID beside SELECT', () => {
    assert.deepEqual(
      ALL.filter((each) => mayFollow('alone beside ID', each)),
      ['one ID'],
    );
    assert.deepEqual(
      ALL.filter((each) => mayFollow(each, 'alone beside ID')),
      ['one ID'],
    );
  });

  it('holds every command back beside one that runs alone', () => {
    assert.deepEqual(
      ALL.filter((each) => mayFollow(each, 'alone')),
      [],
    );
  });
});
