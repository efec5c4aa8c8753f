import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Command } from '../../src/connection/command.ts';
import { CommandQueue } from '../../src/connection/command-queue.ts';

type Concurrency = Command['concurrency'];
type Waiting = Pick<Command, 'concurrency' | 'isAfterSelect'>;

const ALL = ['alone', 'alone beside ID', 'shared', 'one FETCH', 'one ID'] as const;

/** True when the first may be sent while the other is in flight. */
function mayFollow(concurrency: Concurrency, inFlight: Concurrency, isAfterSelect = false): boolean {
  const queue = new CommandQueue<Waiting>();
  queue.add({ concurrency, isAfterSelect });
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

  it('sends behind SELECT what is about the mailbox that it opens, unless that has to run alone', () => {
    assert.deepEqual(
      ALL.filter((each) => mayFollow(each, 'alone beside ID', true)),
      ['shared', 'one FETCH', 'one ID'],
    );
    assert.deepEqual(
      ALL.filter((each) => mayFollow(each, 'alone', true)),
      [],
    );
  });

  it('holds every command back beside one that runs alone', () => {
    assert.deepEqual(
      ALL.filter((each) => mayFollow(each, 'alone')),
      [],
    );
  });
});
