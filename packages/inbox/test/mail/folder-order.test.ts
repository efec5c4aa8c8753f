import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findArchive, groupFolders } from '../../src/mail/folder-order.ts';
import type { Folder } from '../../src/mail/message.ts';

function folder(path: string, type: Folder['type'] = 'FOLDER'): Folder {
  return { id: `a.${path}`, name: path.split('/').at(-1) ?? '', path, type, unread: 0, total: 0 };
}

describe('groupFolders', () => {
  it('puts folders with a use first, in the order of their use', () => {
    const { special } = groupFolders([
      folder('Trash', 'TRASH'),
      folder('Work'),
      folder('Archive'),
      folder('INBOX', 'INBOX'),
    ]);

    assert.deepEqual(
      special.map(({ label }) => label),
      ['Inbox', 'Archive', 'Trash'],
    );
  });

  it('shows how deep the other folders are', () => {
    const { others } = groupFolders([
      folder('Work'),
      folder('Work/A'),
      folder('Work/A/B'),
      folder('Workshop'),
    ]);

    assert.deepEqual(
      others.map(({ label, depth }) => [label, depth]),
      [
        ['Work', 0],
        ['A', 1],
        ['B', 2],
        ['Workshop', 0],
      ],
    );
  });
});

describe('findArchive', () => {
  it('knows the names of other languages, and no folder that holds no messages', () => {
    const empty = { ...folder('Archive'), total: null };

    assert.deepEqual(findArchive([empty, folder('Archiv')])?.path, 'Archiv');
  });
});
