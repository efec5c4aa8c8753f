import { type BulkChange, type ChangedMessage, changeMessages } from '../api/changes-of-messages.ts';
import type { Client } from '../api/client.ts';
import type { Flags, MessageRow } from '../mail/message.ts';
import { folderIdOf, groupByFolder } from '../mail/message-id.ts';
import { createFlagSetter, type FlagSetter } from './flag-setter.ts';
import type { FolderList } from './folder-list.ts';
import type { MessageList } from './message-list.ts';
import type { Reading } from './reading.ts';
import type { Toasts } from './toasts.ts';

/** Actions shown immediately, reverted if the server refuses. */
export interface MessageActions {
  setFlags(ids: readonly string[], flags: Flags): Promise<void>;
  archive(ids: readonly string[]): Promise<void>;
  move(ids: readonly string[], target: string): Promise<void>;
  trash(ids: readonly string[]): Promise<void>;
  /** Deletes for good. */
  destroy(ids: readonly string[]): Promise<void>;
}

interface Parts {
  readonly client: Client;
  readonly folders: FolderList;
  readonly list: MessageList;
  readonly reading: Reading;
  readonly toasts: Toasts;
}

/** The actions. */
export function createMessageActions(parts: Parts): MessageActions {
  const { client, folders, list, toasts } = parts;
  const setFlagsOfOne = createFlagSetter(client);

  function take(ids: readonly string[], change: BulkChange): Promise<readonly ChangedMessage[]> {
    list.remove(new Set(ids));
    return changeMessages(client, ids, change);
  }
  async function move(ids: readonly string[], target: string): Promise<void> {
    const others = ids.filter((id) => folderIdOf(id) !== target);
    if (others.length === 0) return;
    const moved = take(others, { action: 'move', target });
    // Users undo a wrong key before the server replies.
    const undo = () => moved.then((results) => moveBack(parts, results));
    toasts.report(`${countOf(others)} moved to ${folders.labelOf(target)}.`, undo);
    try {
      await moved;
      await settle(parts);
    } catch (error) {
      toasts.fail('Not moved.', error);
      await list.reload();
    }
  }
  return {
    move,
    setFlags: (ids, flags) => setFlagsOf({ ...parts, setFlagsOfOne }, ids, flags),
    async archive(ids) {
      try {
        await move(ids, (await folders.archive()).id);
      } catch (error) {
        toasts.fail('Not archived.', error);
      }
    },
    async trash(ids) {
      const trash = folders.ofType('TRASH');
      if (trash !== undefined) return move(ids, trash.id);
      toasts.fail('Not deleted.', new Error('The account has no folder for deleted messages.'));
    },
    async destroy(ids) {
      try {
        await take(ids, { action: 'delete', skipTrash: true });
        toasts.report(`${countOf(ids)} deleted for good.`);
        await settle(parts);
      } catch (error) {
        toasts.fail('Not deleted.', error);
        await list.reload();
      }
    },
  };
}

async function settle({ folders, list }: Parts): Promise<void> {
  await Promise.all([folders.follow(), list.follow()]).catch(() => undefined);
}

/** Messages have new ids now. */
async function moveBack(parts: Parts, results: readonly ChangedMessage[]): Promise<void> {
  const byFolder = new Map<string, string[]>();
  const lost = results.filter(({ newId }) => newId === undefined);
  for (const { id, newId } of results) {
    if (newId === undefined) continue;
    const folder = folderIdOf(id);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), newId]);
  }
  try {
    for (const [target, ids] of byFolder) await changeMessages(parts.client, ids, { action: 'move', target });
    await settle(parts);
    if (parts.list.state() === undefined) await parts.list.reload();
    if (lost.length > 0)
      throw new Error(`${countOf(lost)} of which the mail server has not given the new place.`);
    parts.toasts.report('Moved back.');
  } catch (error) {
    parts.toasts.fail('Not moved back.', error);
  }
}

async function setFlagsOf(
  parts: Parts & { readonly setFlagsOfOne: FlagSetter },
  ids: readonly string[],
  flags: Flags,
): Promise<void> {
  const { client, list, toasts, setFlagsOfOne } = parts;
  const before = flagsBefore(parts, ids);
  const held = list.hold(ids, flags);
  show(parts, new Set(ids), () => flags);
  try {
    const [only] = ids;
    if (ids.length === 1 && only !== undefined) await setFlagsOfOne(only, flags);
    else await changeMessages(client, ids, { action: 'update', ...flags });
  } catch (error) {
    held.release();
    show(parts, new Set(before.keys()), (id) => before.get(id) ?? {});
    toasts.fail('Not changed.', error);
  }
  if (list.state() !== undefined) await settle(parts);
  held.release();
}

function flagsBefore({ list, reading }: Parts, ids: readonly string[]): ReadonlyMap<string, Flags> {
  const rows: readonly MessageRow[] = [
    ...list.rows().loaded(),
    ...(reading.conversation.value?.messages ?? []),
  ];
  const wanted = new Set(ids);
  return new Map(
    rows.filter(({ id }) => wanted.has(id)).map(({ id, seen, flagged }) => [id, { seen, flagged }]),
  );
}

function show(
  { folders, list, reading }: Parts,
  ids: ReadonlySet<string>,
  flagsOf: (id: string) => Flags,
): void {
  const rows = list.rows().loaded();
  for (const [folder, inFolder] of groupByFolder([...ids])) {
    folders.countUnread(folder, unreadChange(rows, inFolder, flagsOf));
  }
  list.change(ids, (row) => ({ ...row, ...flagsOf(row.id) }));
  reading.change(ids, (message) => ({ ...message, ...flagsOf(message.id) }));
}

function unreadChange(
  rows: readonly MessageRow[],
  ids: readonly string[],
  flagsOf: (id: string) => Flags,
): number {
  const changed = rows.filter(({ id, seen }) => ids.includes(id) && (flagsOf(id).seen ?? seen) !== seen);
  return changed.reduce((sum, { seen }) => sum + (seen ? 1 : -1), 0);
}

function countOf({ length }: readonly unknown[]): string {
  return length === 1 ? 'Message' : `${length} messages`;
}
