/** Two lists of folders make the events between them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  compareFolderLists,
  type LastSeen,
  type ListedFolder,
  toFolderEvents,
} from '../../../src/application/watching/folder-events.ts';
import {
  readFolderList,
  type SeenFolders,
  writeFolderList,
} from '../../../src/application/watching/seen-folders.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';

const asName = (text: string) => text as MailboxName;

function folder(
  name: string,
  changes: { readonly uidValidity?: number; readonly uidNext?: number; readonly mailboxId?: string } = {},
): ListedFolder {
  const { uidValidity = 7, uidNext = 10, mailboxId = null } = changes;
  return {
    name: asName(name),
    counts: { uidValidity, uidNext, total: 3, unread: 0, highestModSeq: null },
    mailboxId,
  };
}

const SEEN_NINE: LastSeen = () => ({ uidNext: 10, total: 3 });
const seen = (...listed: ListedFolder[]): SeenFolders =>
  compareFolderLists(null, { listed, life: 1, lastSeen: SEEN_NINE }).folders;

/** `kind mailbox` of the events of a second list. */
function eventsBetween(before: SeenFolders, listed: readonly ListedFolder[], lastSeen = SEEN_NINE) {
  const differences = compareFolderLists(before, { listed, life: 2, lastSeen });
  const account = { id: 'jane' as MailAccountId, createdAt: 1 };
  const events = toFolderEvents({ account, epoch: 2, at: 3 }, differences);
  return { differences, events: events.map(({ kind, mailbox }) => `${kind} ${mailbox}`) };
}

describe('Two lists of folders', () => {
  it('make no events when one is the first', () => {
    const { folders, ...differences } = compareFolderLists(null, {
      listed: [folder('INBOX')],
      life: 1,
      lastSeen: SEEN_NINE,
    });

    assert.deepEqual(Object.values(differences).flat(), []);
    assert.equal(folders.get(asName('INBOX'))?.uidNext, 10);
  });

  it('tell of new folders, whose messages are all new, and of removed ones', () => {
    const { differences, events } = eventsBetween(seen(folder('INBOX'), folder('Old')), [
      folder('INBOX'),
      folder('New', { uidValidity: 8 }),
    ]);

    assert.deepEqual(events, ['folder.removed Old', 'folder.created New']);
    const made = differences.folders.get(asName('New'));
    assert.deepEqual([made?.uidNext, made?.life], [1, 2]);
  });

  it('tell once of a folder that was made anew, whose messages are not new', () => {
    const { differences, events } = eventsBetween(seen(folder('INBOX')), [
      folder('INBOX', { uidValidity: 8, uidNext: 4 }),
    ]);

    assert.deepEqual(events, ['folder.reset INBOX']);
    assert.deepEqual(
      [...differences.folders.values()].map(({ uidNext, life }) => [uidNext, life]),
      [[4, 2]],
    );
  });

  it('tell of a folder that was made anew with the same uidValidity by its identity', () => {
    const { events } = eventsBetween(seen(folder('A', { mailboxId: 'M1' })), [
      folder('A', { mailboxId: 'M2' }),
    ]);

    assert.deepEqual(events, ['folder.reset A']);
  });

  it('tell of a new name where the server tells the identity', () => {
    const { differences, events } = eventsBetween(seen(folder('A', { mailboxId: 'M1' })), [
      folder('B', { mailboxId: 'M1' }),
    ]);

    assert.deepEqual(events, ['folder.updated B']);
    assert.deepEqual(
      [...differences.folders.values()].map(({ name, life }) => [name, life]),
      [['B', 1]],
    );
  });

  it('tell of a removed and a created folder where it does not, and know its messages', () => {
    const { differences, events } = eventsBetween(seen(folder('A')), [folder('B', { uidNext: 11 })]);

    assert.deepEqual(events, ['folder.removed A', 'folder.created B']);
    assert.deepEqual(
      differences.resembling.map(({ from, to }) => [from.name, to.name]),
      [['A', 'B']],
    );
  });

  it('take no folder for another that only has its uidValidity', () => {
    const cases = [
      eventsBetween(seen(folder('A')), [folder('B', { uidNext: 4 })]),
      eventsBetween(seen(folder('A')), [folder('B'), folder('C')]),
      eventsBetween(seen(folder('A')), [folder('B')], () => null),
    ];

    assert.ok(cases.every(({ differences }) => differences.resembling.length === 0));
  });

  it('are the same after they were written and read', () => {
    const folders = seen(
      folder('INBOX'),
      folder('Entwürfe/Ω', { mailboxId: 'M1', uidValidity: 4_294_967_295 }),
    );

    assert.deepEqual(readFolderList(writeFolderList(folders)), folders);
  });
});
