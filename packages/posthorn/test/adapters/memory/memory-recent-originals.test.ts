import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryRecentOriginals } from '../../../src/adapters/memory/memory-recent-originals.ts';
import { mailboxName, uid } from '../../http/in-memory-mail-store.ts';

const ORIGINAL = { mailbox: mailboxName('INBOX'), uid: uid(1), uidValidity: 1, subject: 'Hello' };

describe('Recent originals in memory', () => {
  it('are forgotten of the reader who has opened none for longest', async () => {
    const originals = createMemoryRecentOriginals({ now: () => 0 });
    const readers = Array.from({ length: 1_001 }, (_, index) => `reader ${index}`);
    for (const reader of readers) await originals.remember({ reader, ...ORIGINAL });

    const remembered = await Promise.all(readers.map((reader) => originals.list(reader)));

    assert.deepEqual(
      readers.filter((_reader, index) => remembered[index]?.length === 0),
      ['reader 0'],
    );
  });
});
