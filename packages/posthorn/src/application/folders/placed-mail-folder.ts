import type { MailFolder } from '../../domain/mailboxes/mail-folder.ts';

/** A folder and its parent. */
export interface PlacedMailFolder {
  readonly folder: MailFolder;
  /** Null at the top. */
  readonly parent: MailFolder | null;
}

/** All folders, parents first. */
export function placeMailFolders(top: readonly MailFolder[]): readonly PlacedMailFolder[] {
  const placed: PlacedMailFolder[] = [];
  // Not recursive: the server controls the depth.
  const pending: PlacedMailFolder[] = top.map((folder) => ({ folder, parent: null })).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { folder } = next;
    placed.push(next);
    for (const child of folder.children.toReversed()) pending.push({ folder: child, parent: folder });
  }
  return placed;
}
