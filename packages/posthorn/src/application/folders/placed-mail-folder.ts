/** The tree of folders as a list. */
import type { MailFolder } from '../../domain/mail-folder.ts';

/** A folder with its place in the tree. */
export interface PlacedMailFolder {
  readonly folder: MailFolder;
  /** Null for a folder at the top. */
  readonly parent: MailFolder | null;
}

/** All folders of the tree, each before its children. */
export function placeMailFolders(top: readonly MailFolder[]): readonly PlacedMailFolder[] {
  const placed: PlacedMailFolder[] = [];
  // Not a recursion: the server decides how deep the tree is.
  const pending: PlacedMailFolder[] = top.map((folder) => ({ folder, parent: null })).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { folder } = next;
    placed.push(next);
    for (const child of folder.children.toReversed()) pending.push({ folder: child, parent: folder });
  }
  return placed;
}
