import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FetchResponse, NumberSet, type UntaggedResponse } from 'posthorn-imap';
import { MailboxIndex } from '../../../../src/adapters/imap/session/mailbox-index.ts';

const NO_SECTIONS = { sections: new Map(), binarySections: new Map(), binarySizes: new Map() };
const session = {};

const exists = (number: number): UntaggedResponse => ({ kind: 'exists', number });
const expunge = (number: number): UntaggedResponse => ({ kind: 'expunge', number });
const vanished = (...ranges: number[]): UntaggedResponse => ({
  kind: 'vanished',
  isEarlier: false,
  uids: new NumberSet(Uint32Array.from(ranges)),
});
const flagged = (sequenceNumber: number, flags: readonly string[], uid?: number): FetchResponse => ({
  ...{ kind: 'fetch', sequenceNumber, flags, ...NO_SECTIONS },
  ...(uid !== undefined && { uid }),
});

function indexOf(...uids: number[]): MailboxIndex {
  const index = new MailboxIndex(1);
  index.follow(session, uids.length);
  index.replace(Uint32Array.from(uids));
  return index;
}

function observeAll(index: MailboxIndex, ...responses: UntaggedResponse[]): MailboxIndex {
  for (const response of responses) index.observe(response);
  return index;
}

describe('MailboxIndex', () => {
  it('is complete when it has as many uids as the session has messages', () => {
    const index = indexOf(3, 5, 9);

    assert.deepEqual([...index.uids()], [3, 5, 9]);
    assert.equal(index.isComplete, true);
  });

  it('lacks the new messages after EXISTS, until their uids are added', () => {
    const index = observeAll(indexOf(3, 5), exists(4));
    const { isComplete, lacksOnlyNew } = index;

    index.add(Uint32Array.of(5, 7, 8));

    assert.deepEqual([isComplete, lacksOnlyNew], [false, true]);
    assert.deepEqual([...index.uids()], [3, 5, 7, 8]);
    assert.equal(index.isComplete, true);
  });

  it('removes the messages of EXPUNGE, each numbered after those before it', () => {
    const index = observeAll(indexOf(3, 5, 7, 9), expunge(4), expunge(2), expunge(2));

    assert.deepEqual([...index.uids()], [3]);
    assert.equal(index.isComplete, true);
  });

  it('is not certain of ascending EXPUNGEs, which some servers do not count after one another', () => {
    const index = observeAll(indexOf(3, 5, 7, 9), expunge(1), expunge(3));

    assert.equal(index.isComplete, false);
    assert.equal(index.lacksOnlyNew, false);
  });

  it('takes EXPUNGEs of different commands each for itself', () => {
    const index = observeAll(indexOf(3, 5, 7, 9), expunge(1));
    index.endCommand();

    index.observe(expunge(3));

    assert.deepEqual([...index.uids()], [5, 7]);
    assert.equal(index.isComplete, true);
  });

  it('removes the uids of VANISHED, in ranges of any order', () => {
    const index = observeAll(indexOf(3, 5, 7, 9, 11), vanished(9, 11, 5, 3));

    assert.deepEqual([...index.uids()], [7]);
  });

  it('leaves messages alone that vanished before the mailbox was opened', () => {
    const index = indexOf(3, 5);

    index.observe({ kind: 'vanished', isEarlier: true, uids: new NumberSet(Uint32Array.of(3, 3)) });

    assert.deepEqual([...index.uids()], [3, 5]);
  });

  it('knows flags by message number and by uid, and keeps them with their message', () => {
    const index = observeAll(
      indexOf(3, 5, 7),
      flagged(2, ['\\Seen']),
      flagged(3, ['\\Draft'], 7),
      expunge(1),
    );

    assert.deepEqual(
      [3, 5, 7].map((uid) => index.flagsOf(uid)),
      [undefined, ['\\Seen'], ['\\Draft']],
    );
  });

  it('keeps the flags of messages that stay when all uids are replaced', () => {
    const index = observeAll(indexOf(3, 5, 7), flagged(1, ['\\Seen']), flagged(3, ['\\Draft']));

    index.replace(Uint32Array.of(5, 7, 8));

    assert.deepEqual(
      [5, 7, 8].map((uid) => index.flagsOf(uid)),
      [undefined, ['\\Draft'], undefined],
    );
  });

  it('forgets all flags when a change cannot be assigned to a message', () => {
    const index = observeAll(indexOf(3, 5), flagged(1, ['\\Seen']), flagged(2, []), expunge(1), expunge(2));

    index.observe(flagged(1, ['\\Flagged']));

    assert.equal(index.flagsOf(3), undefined);
    assert.equal(index.flagsOf(5), undefined);
  });

  it('doubts its numbers when a response has a uid that another message should have', () => {
    const index = observeAll(indexOf(3, 5, 7), flagged(1, ['\\Seen'], 5));

    assert.equal(index.isComplete, false);
    assert.deepEqual(index.flagsOf(5), ['\\Seen']);
  });

  it('has another version after each change of uids, and of flags', () => {
    const index = indexOf(3, 5);
    const [first, firstFlags] = [index.version, index.flagsVersion];

    index.observe(flagged(1, ['\\Seen']));
    const [second, secondFlags] = [index.version, index.flagsVersion];
    observeAll(index, flagged(1, ['\\Seen']), expunge(1));

    assert.equal(second, first);
    assert.notEqual(secondFlags, firstFlags);
    assert.notEqual(index.version, second);
    assert.equal(index.flagsVersion, secondFlags);
  });

  it('belongs to one session at a time', () => {
    const index = indexOf(3);
    const other = {};

    index.follow(other, 1);

    assert.deepEqual([index.isKeptBy(session), index.isKeptBy(other)], [false, true]);
  });

  it('goes on when there are more sets of flags than it can number', () => {
    const index = indexOf(3, 5);

    for (let number = 0; number <= 0xffff; number += 1) index.observe(flagged(1, [`k${number}`]));

    assert.deepEqual(index.flagsOf(3), ['k65535']);
  });

  it('holds 10,000 messages in less than 100 KB, and a million in less than 7 MB', () => {
    const octets = [10_000, 1_000_000].map((count) => {
      const uids = Uint32Array.from({ length: count }, (_, position) => 2 * position + 1);
      return withUids(uids).octets;
    });

    assert.ok((octets[0] ?? 0) < 100_000, `${octets[0]}`);
    assert.ok((octets[1] ?? 0) < 7_000_000, `${octets[1]}`);
  });
});

function withUids(uids: Uint32Array): MailboxIndex {
  const index = new MailboxIndex(1);
  index.replace(uids);
  return index;
}
