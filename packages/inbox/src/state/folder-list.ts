import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Client } from '../api/client.ts';
import { createFolder, type FolderState, followFolders, listFolders } from '../api/folders.ts';
import { type FolderGroups, findArchive, groupFolders, labelOf } from '../mail/folder-order.ts';
import type { Folder, FolderType } from '../mail/message.ts';

/** The account's folders with live counts. */
export interface FolderList {
  readonly folders: ReadonlySignal<readonly Folder[]>;
  readonly groups: ReadonlySignal<FolderGroups>;
  /** The state for events. */
  state(): string;
  load(): Promise<void>;
  /** Reloads all folders when the state is invalid. */
  follow(): Promise<void>;
  find(id: string): Folder | undefined;
  ofType(type: FolderType): Folder | undefined;
  labelOf(id: string): string;
  /** Created if missing. */
  archive(): Promise<Folder>;
  /** Precedes the server's report. */
  countUnread(id: string, change: number): void;
}

/** The list. */
export function createFolderList(client: Client, account: string): FolderList {
  const known = signal<FolderState>({ folders: [], state: '' });
  const folders = computed(() => known.value.folders);
  const groups = computed(() => groupFolders(folders.value));
  let following: Promise<void> = Promise.resolve();

  async function load(): Promise<void> {
    known.value = await listFolders(client, account);
  }
  async function followOnce(): Promise<void> {
    try {
      known.value = await followFolders(client, account, known.value);
    } catch {
      await load();
    }
  }
  const find = (id: string) => folders.value.find((folder) => folder.id === id);
  return {
    folders,
    groups,
    state: () => known.value.state,
    load,
    follow() {
      following = following.then(followOnce, followOnce);
      return following;
    },
    find,
    ofType: (type) => folders.value.find((folder) => folder.type === type),
    labelOf(id) {
      const folder = find(id);
      return folder === undefined ? '' : labelOf(folder);
    },
    async archive() {
      const archive = findArchive(folders.value) ?? (await createFolder(client, account, 'Archive'));
      if (find(archive.id) === undefined) await load();
      return archive;
    },
    countUnread(id, change) {
      const counted = folders.value.map((folder) =>
        folder.id === id ? { ...folder, unread: Math.max(0, (folder.unread ?? 0) + change) } : folder,
      );
      known.value = { ...known.value, folders: counted };
    },
  };
}
