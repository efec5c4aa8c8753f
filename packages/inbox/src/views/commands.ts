import { folderIdOf } from '../mail/message-id.ts';
import type { Mailbox } from '../state/mailbox.ts';

/** Actions of keys and buttons. */
export interface Commands {
  next(): void;
  previous(): void;
  open(): void;
  close(): void;
  archive(): void;
  trash(): void;
  move(): void;
  moveTo(folder: string): void;
  toggleSeen(): void;
  toggleFlagged(): void;
  flag(id: string): void;
  select(): void;
  reply(): void;
  replyAll(): void;
  forward(): void;
  write(): void;
  search(): void;
  undo(): void;
  showKeys(): void;
}

type DialogName = 'move' | 'keys';

/** The commands. */
export function createCommands(mailbox: Mailbox, showDialog: (name: DialogName) => void): Commands {
  return {
    ...movingCommands(mailbox),
    ...changingCommands(mailbox, showDialog),
    ...writingCommands(mailbox),
    search: () => document.querySelector<HTMLInputElement>('#search')?.select(),
    undo: () => void mailbox.toasts.undo(),
    showKeys: () => showDialog('keys'),
  };
}

function movingCommands(mailbox: Mailbox): Pick<Commands, 'next' | 'previous' | 'open' | 'close' | 'select'> {
  const { list, cursor, reading, selection } = mailbox;
  const isReading = () => reading.conversation.value !== null;
  function go(step: number): void {
    mailbox.moveCursor(cursor.value + step);
    const row = list.rows().at(cursor.value);
    if (row !== undefined && isReading() && !row.draft) void mailbox.open(row);
  }
  return {
    next: () => go(1),
    previous: () => go(-1),
    open() {
      const row = list.rows().at(cursor.value);
      if (row !== undefined) void mailbox.open(row);
    },
    close() {
      if (isReading()) return reading.close();
      if (selection.ids.value.size > 0) return selection.clear();
      const { folder, search } = list.source.value;
      if (search !== '') void mailbox.show({ folder, search: '' });
    },
    select() {
      const row = list.rows().at(cursor.value);
      if (row !== undefined) selection.toggle(row.id);
    },
  };
}

type ChangingCommands = Pick<
  Commands,
  'archive' | 'trash' | 'move' | 'moveTo' | 'toggleSeen' | 'toggleFlagged' | 'flag'
>;

function changingCommands(mailbox: Mailbox, showDialog: (name: DialogName) => void): ChangingCommands {
  const { actions, folders, list, reading } = mailbox;
  function take(change: (ids: readonly string[]) => Promise<void>): void {
    const ids = mailbox.subject();
    if (ids.length === 0) return;
    void change(ids);
    mailbox.afterRemoval(ids);
  }
  function flagsOf(ids: readonly string[]) {
    const messages = [...list.rows().loaded(), ...(reading.conversation.value?.messages ?? [])];
    return messages.filter(({ id }) => ids.includes(id));
  }
  function flag(ids: readonly string[]): void {
    const flagged = flagsOf(ids).some((message) => !message.flagged);
    if (ids.length > 0) void actions.setFlags(ids, { flagged });
  }
  return {
    archive: () => take(actions.archive),
    trash() {
      const trash = folders.ofType('TRASH')?.id;
      const ids = mailbox.subject();
      const isInTrash = ids.length > 0 && ids.every((id) => folderIdOf(id) === trash);
      if (!isInTrash) return take(actions.trash);
      const count = ids.length === 1 ? 'this message' : `these ${ids.length} messages`;
      if (confirm(`Delete ${count} for good? There is no way back.`)) take(actions.destroy);
    },
    move() {
      if (mailbox.subject().length > 0) showDialog('move');
    },
    moveTo: (folder) => take((ids) => actions.move(ids, folder)),
    toggleSeen() {
      const ids = mailbox.subject();
      const seen = flagsOf(ids).some((message) => !message.seen);
      if (ids.length > 0) void actions.setFlags(ids, { seen });
    },
    toggleFlagged: () => flag(mailbox.subject()),
    flag: (id) => flag([id]),
  };
}

function writingCommands({
  composer,
  list,
  cursor,
  reading,
}: Mailbox): Pick<Commands, 'reply' | 'replyAll' | 'forward' | 'write'> {
  function answer(kind: 'reply' | 'reply-all' | 'forward'): void {
    const messageId = reading.conversation.value?.id ?? list.rows().at(cursor.value)?.id;
    if (messageId !== undefined) void composer.answer({ kind, messageId });
  }
  return {
    reply: () => answer('reply'),
    replyAll: () => answer('reply-all'),
    forward: () => answer('forward'),
    write: () => void composer.write(),
  };
}
