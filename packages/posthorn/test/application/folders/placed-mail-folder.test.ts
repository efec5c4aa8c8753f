import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeMailFolders } from '../../../src/application/folders/placed-mail-folder.ts';
import type { MailFolder } from '../../../src/domain/mailboxes/mail-folder.ts';
import { mailboxName } from '../../http/in-memory-mail-store.ts';

function folder(name: string, children: readonly MailFolder[] = []): MailFolder {
  return { mailbox: mailboxName(name), name, type: 'FOLDER', children };
}

describe('placeMailFolders', () => {
  it('lists each folder before its children, with its parent', () => {
    const tree = [folder('a', [folder('a/b', [folder('a/b/c')]), folder('a/d')]), folder('e')];

    assert.deepEqual(
      placeMailFolders(tree).map(({ folder: { mailbox }, parent }) => [mailbox, parent?.mailbox]),
      [
        ['a', undefined],
        ['a/b', 'a'],
        ['a/b/c', 'a/b'],
        ['a/d', 'a'],
        ['e', undefined],
      ],
    );
  });

  it('takes a tree of any depth', () => {
    const depth = 50_000;
    const tree = Array.from({ length: depth }).reduce<MailFolder>(
      (child) => folder('x', [child]),
      folder('x'),
    );

    assert.equal(placeMailFolders([tree]).length, depth + 1);
  });
});
