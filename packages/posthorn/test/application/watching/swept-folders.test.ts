import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SweptFolders } from '../../../src/application/watching/swept-folders.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';

const NOW = 1_764_000_000_000;
/** Not read: the folder is known. */
const POSITION = {} as never;
const LIMITS = { now: NOW, inventoryMs: 60_000 };

describe('A folder that could not be read', () => {
  it('is due as changed, and not for a proof, which would keep others from theirs', () => {
    const name = 'Work' as MailboxName;
    const counts = { uidValidity: 1, uidNext: 2, total: 1, unread: 0, highestModSeq: null };
    const folder = { name, counts, mailboxId: null };
    const swept = new SweptFolders();
    swept.note(folder, NOW);
    const due = () => swept.due({ listed: [folder], positions: new Map([[name, POSITION]]) }, LIMITS);
    const before = due();
    swept.outdate(name);

    assert.deepEqual(before, { changed: [], unproved: [] });
    assert.deepEqual(due(), { changed: [folder], unproved: [] });
  });
});
