/** What a mailbox remembers of expunged uids. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ExpungeLog } from '../../src/mailbox/expunge-log.ts';

describe('ExpungeLog', () => {
  it('gives the uids that left after a mod-sequence in ascending order', () => {
    const log = new ExpungeLog(10);
    log.add({ modSeq: 5, uids: [9] });
    log.add({ modSeq: 7, uids: [3, 4] });
    log.add({ modSeq: 8, uids: [1] });

    assert.deepEqual([log.since(4), log.since(5), log.since(8)], [[1, 3, 4, 9], [1, 3, 4], []]);
  });

  it('says that it has forgotten once its bound was passed', () => {
    const log = new ExpungeLog(2);
    log.add({ modSeq: 5, uids: [9] });
    log.add({ modSeq: 7, uids: [3, 4] });

    assert.deepEqual([log.since(4), log.since(5)], [undefined, [3, 4]]);
  });

  it('forgets an expunge that is larger than its bound', () => {
    const log = new ExpungeLog(1);
    log.add({ modSeq: 7, uids: [3, 4] });

    assert.deepEqual([log.since(6), log.since(7)], [undefined, []]);
  });
});
