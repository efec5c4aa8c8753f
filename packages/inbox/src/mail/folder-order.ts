import type { Folder, FolderType } from './message.ts';

/** A folder in the navigation. */
export interface PlacedFolder {
  readonly folder: Folder;
  readonly label: string;
  readonly depth: number;
}

/** Folders in display order. */
export interface FolderGroups {
  readonly special: readonly PlacedFolder[];
  readonly others: readonly PlacedFolder[];
}

const LABELS: Readonly<Record<Exclude<FolderType, 'FOLDER'>, string>> = {
  INBOX: 'Inbox',
  DRAFT: 'Drafts',
  SENT: 'Sent',
  JUNK: 'Junk',
  TRASH: 'Trash',
};
const ORDER: readonly FolderType[] = ['INBOX', 'DRAFT', 'SENT', 'FOLDER', 'JUNK', 'TRASH'];
/** The API hides the special use. */
const ARCHIVE_NAME = /^(?:archives?|archiv|archivo|archivio|archief|all mail)$/i;

/** The archive folder. */
export function findArchive(folders: readonly Folder[]): Folder | undefined {
  return folders.find(
    ({ type, name, total }) => type === 'FOLDER' && total !== null && ARCHIVE_NAME.test(name),
  );
}

/** Groups and sorts the folders. */
export function groupFolders(folders: readonly Folder[]): FolderGroups {
  const archive = findArchive(folders);
  const isSpecial = (folder: Folder) => folder.type !== 'FOLDER' || folder === archive;
  const rank = (folder: Folder) => ORDER.indexOf(folder.type);
  const special = folders
    .filter(isSpecial)
    .toSorted((one, other) => rank(one) - rank(other))
    .map((folder) => ({ folder, label: labelOf(folder), depth: 0 }));
  const others = folders.filter((folder) => !isSpecial(folder));
  return { special, others: others.map((folder) => place(folder, others)) };
}

/** The display name. */
export function labelOf({ type, name }: Folder): string {
  return type === 'FOLDER' ? name : LABELS[type];
}

/** Shows the path if the parent is elsewhere. */
function place(folder: Folder, others: readonly Folder[]): PlacedFolder {
  const parents = others.filter((other) => isBelow(folder, other));
  return { folder, label: folder.name, depth: parents.length };
}

function isBelow({ path, name }: Folder, other: Folder): boolean {
  const parent = path.slice(0, path.length - name.length);
  return (
    path !== other.path &&
    parent !== '' &&
    parent.startsWith(other.path) &&
    /^[^\p{L}\p{N}]/u.test(path.slice(other.path.length))
  );
}
