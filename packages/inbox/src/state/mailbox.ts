import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Client } from '../api/client.ts';
import type { Account } from '../api/folders.ts';
import type { MessageRow } from '../mail/message.ts';
import { folderIdOf } from '../mail/message-id.ts';
import { type Composer, DraftComposer } from './composer.ts';
import { createFolderList, type FolderList } from './folder-list.ts';
import { type LiveMail, startLiveMail } from './live-mail.ts';
import { createMessageActions, type MessageActions } from './message-actions.ts';
import { FolderOrSearch, type ListSource, type MessageList } from './message-list.ts';
import { createReading, type Reading } from './reading.ts';
import { createSelection, type Selection } from './selection.ts';
import { createToasts, type Toasts } from './toasts.ts';

/** A signed-in user's state and actions. */
export interface Mailbox {
  readonly client: Client;
  readonly account: Account;
  readonly folders: FolderList;
  readonly list: MessageList;
  readonly reading: Reading;
  readonly selection: Selection;
  readonly composer: Composer;
  readonly actions: MessageActions;
  readonly toasts: Toasts;
  readonly live: LiveMail;
  readonly cursor: ReadonlySignal<number>;
  /** Counts the user's movements only. */
  readonly cursorMoves: ReadonlySignal<number>;
  show(source: ListSource): Promise<void>;
  moveCursor(index: number): void;
  /** Opens a message, or a draft in the composer. */
  open(row: MessageRow): Promise<void>;
  /** The selection, else the open message, else the cursor's row. */
  subject(): readonly string[];
  /** Opens the next row where a removed one was open. */
  afterRemoval(ids: readonly string[]): void;
  close(): void;
}

/** Loads folders and inbox, then follows changes. */
export async function openMailbox(
  client: Client,
  account: Account,
  onRefused: (reason: string) => void,
): Promise<Mailbox> {
  const toasts = createToasts();
  const folders = createFolderList(client, account.id);
  const list = new FolderOrSearch(client, account.id);
  // The inbox id is predictable.
  const first = list.open({ folder: `${account.id}.INBOX`, search: '' });
  await folders.load();
  const reading = createReading(client);
  const selection = createSelection();
  const live = startLiveMail({ client, account: account.id, folders, list, onRefused });
  const actions = createMessageActions({ client, folders, list, reading, toasts });
  const follow = () => Promise.all([folders.follow(), list.follow()]).then(() => undefined);
  const draftsFolder = () => folders.ofType('DRAFT')?.id;
  const composer = new DraftComposer({
    client,
    draftsFolder,
    toasts,
    onChange: () => follow().catch(() => undefined),
  });
  void first.then(live.watch);
  return {
    ...{ client, account, folders, list, reading, selection, composer, actions, toasts, live },
    ...navigation({ folders, list, reading, selection, composer, actions, live }),
  };
}

type NavigationParts = Pick<
  Mailbox,
  'folders' | 'list' | 'reading' | 'selection' | 'composer' | 'actions' | 'live'
>;
type Navigation = Pick<
  Mailbox,
  'cursor' | 'cursorMoves' | 'show' | 'moveCursor' | 'open' | 'subject' | 'afterRemoval' | 'close'
>;

function navigation(parts: NavigationParts): Navigation {
  const { list, reading, selection, composer, actions, live } = parts;
  const { cursor, cursorMoves, moveCursor } = createCursor(list);

  async function open(row: MessageRow): Promise<void> {
    moveCursor(list.rows().indexOf(row.id));
    if (row.draft && parts.folders.ofType('DRAFT')?.id === folderIdOf(row.id)) return composer.resume(row.id);
    const opened = reading.open(row);
    if (!row.seen) void actions.setFlags([row.id], { seen: true });
    await opened;
  }
  return {
    ...{ cursor, cursorMoves, moveCursor },
    open,
    async show(source) {
      reading.close();
      selection.clear();
      moveCursor(0);
      await list.open(source);
      live.watch();
    },
    subject() {
      const { size } = selection.ids.value;
      if (size > 0) return [...selection.ids.value];
      const id = reading.conversation.value?.id ?? list.rows().at(cursor.value)?.id;
      return id === undefined ? [] : [id];
    },
    afterRemoval(ids) {
      selection.clear();
      const openId = reading.conversation.value?.id;
      if (openId === undefined || !ids.includes(openId)) return;
      reading.close();
      const next = list.rows().at(Math.min(cursor.value, list.rows().total - 1));
      if (next !== undefined && matchMedia('(min-width: 721px)').matches) void open(next);
    },
    close() {
      live.stop();
      reading.close();
    },
  };
}

/** A cursor following its message while rows move. */
function createCursor(list: MessageList): Pick<Mailbox, 'cursor' | 'cursorMoves' | 'moveCursor'> {
  const wanted = signal<{ readonly index: number; readonly id: string | undefined }>({
    index: 0,
    id: undefined,
  });
  const cursorMoves = signal(0);
  const cursor = computed(() => {
    void list.version.value;
    const { index, id } = wanted.value;
    const found = id === undefined || list.rows().at(index)?.id === id ? index : list.rows().indexOf(id);
    return Math.max(0, Math.min(found === -1 ? index : found, list.rows().total - 1));
  });
  return {
    cursor,
    cursorMoves,
    moveCursor(index) {
      const inList = Math.max(0, Math.min(index, list.rows().total - 1));
      // On top the cursor stays: arriving mail moves under it.
      wanted.value = { index: inList, id: inList === 0 ? undefined : list.rows().at(inList)?.id };
      cursorMoves.value += 1;
    },
  };
}
