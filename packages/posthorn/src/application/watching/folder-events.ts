import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import { createEventId } from '../../domain/events/event-id.ts';
import type { EventData, EventKind, MailEvent } from '../../domain/events/mail-event.ts';
import type { MailboxCounts } from '../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { SeenFolder, SeenFolders } from './seen-folders.ts';

/** A folder in the server's list. */
export interface ListedFolder {
  readonly name: MailboxName;
  readonly counts: MailboxCounts;
  readonly mailboxId: string | null;
}

/** A folder with a new name and the same messages. */
export interface RenamedFolder {
  readonly from: SeenFolder;
  readonly to: SeenFolder;
}

/** Differences of a list from the folders seen before. */
export interface FolderDifferences {
  readonly created: readonly SeenFolder[];
  readonly removed: readonly SeenFolder[];
  /** Proved by the folder's identity. */
  readonly renamed: readonly RenamedFolder[];
  /** Counted as removed and created: only counts suggest a rename. */
  readonly resembling: readonly RenamedFolder[];
  /** As they are now. */
  readonly reset: readonly SeenFolder[];
  readonly folders: SeenFolders;
}

/** The least counts of a mailbox when last seen; null: unknown. */
export type LastSeen = (name: MailboxName) => { readonly uidNext: number; readonly total: number } | null;

/** Compares lists; the first has no differences. `life`: of folders first seen in this list. */
export function compareFolderLists(
  before: SeenFolders | null,
  {
    listed,
    life,
    lastSeen,
  }: { readonly listed: readonly ListedFolder[]; readonly life: number; readonly lastSeen: LastSeen },
): FolderDifferences {
  const none: FolderDifferences = {
    created: [],
    removed: [],
    renamed: [],
    resembling: [],
    reset: [],
    folders: new Map(),
  };
  if (before === null) {
    const folders = new Map(listed.map((folder) => [folder.name, seenAt(folder, life)]));
    return { ...none, folders };
  }
  const names = new Set(listed.map(({ name }) => name));
  const gone = [...before.values()].filter(({ name }) => !names.has(name));
  const fresh = listed.filter(({ name }) => !before.has(name));
  const renamed = matched(gone, fresh, { life, isSame: hasSameId });
  const left = gone.filter((folder) => !renamed.some(({ from }) => from === folder));
  const made = fresh.filter(({ name }) => !renamed.some(({ to }) => to.name === name));
  const resembling = matched(left, made, { life, isSame: (one, other) => resembles(one, other, lastSeen) });
  const reset = listed.filter((folder) => {
    const seen = before.get(folder.name);
    return seen !== undefined && isAnother(seen, folder);
  });
  const isReset = new Set(reset.map(({ name }) => name));
  const movedTo = new Map([...renamed, ...resembling].map(({ to }) => [to.name, to]));
  const folders = listed.map((folder): [MailboxName, SeenFolder] => {
    const known = isReset.has(folder.name) ? undefined : before.get(folder.name);
    const created = { ...seenAt(folder, life), uidNext: 1 };
    const next = isReset.has(folder.name) ? seenAt(folder, life) : created;
    return [folder.name, known ?? movedTo.get(folder.name) ?? next];
  });
  const all = new Map(folders);
  const now = ({ name }: ListedFolder): SeenFolder[] => [all.get(name)].filter((each) => each !== undefined);
  return {
    ...{ removed: left, renamed, resembling, folders: all },
    created: made.flatMap(now),
    reset: [
      ...reset.flatMap(now),
      ...renamed.filter(({ from, to }) => from.uidValidity !== to.uidValidity).map(({ to }) => to),
    ],
  };
}

/** The account of folder events, and the list version that they replace. */
export interface FolderScene {
  readonly account: { readonly id: MailAccountId; readonly createdAt: number };
  readonly epoch: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The events of differences. */
export function toFolderEvents(
  { account, epoch, at }: FolderScene,
  { created, removed, renamed, reset }: FolderDifferences,
): readonly MailEvent[] {
  const eventOf = (
    kind: EventKind,
    { name: mailbox, uidValidity }: SeenFolder,
    data: EventData,
  ): MailEvent => {
    const id = createEventId({ account, kind, mailbox, uidValidity, change: [epoch] });
    return { id, account: account.id, kind, at, message: null, mailbox, data };
  };
  return [
    ...removed.map((folder) => eventOf('folder.removed', folder, {})),
    ...renamed.map(({ from, to }) =>
      eventOf('folder.updated', to, { fields: ['name'], previous: from.name }),
    ),
    ...reset.map((folder) => eventOf('folder.reset', folder, { uidValidity: folder.uidValidity })),
    ...created.map((folder) => eventOf('folder.created', folder, {})),
  ];
}

function seenAt(
  { name, counts: { uidValidity, uidNext }, mailboxId }: ListedFolder,
  life: number,
): SeenFolder {
  return { name, uidValidity, uidNext, mailboxId, life };
}

/** Pairs each missing folder with the only identical new one. */
function matched(
  gone: readonly SeenFolder[],
  fresh: readonly ListedFolder[],
  {
    life,
    isSame,
  }: { readonly life: number; readonly isSame: (one: SeenFolder, other: ListedFolder) => boolean },
): readonly RenamedFolder[] {
  return gone.flatMap((from) => {
    const same = fresh.filter((folder) => isSame(from, folder));
    const [to] = same;
    const isOnly =
      same.length === 1 && to !== undefined && gone.filter((each) => isSame(each, to)).length === 1;
    if (!isOnly) return [];
    const isKept = from.uidValidity === to.counts.uidValidity;
    return [{ from, to: isKept ? { ...from, name: to.name } : seenAt(to, life) }];
  });
}

function hasSameId({ mailboxId }: SeenFolder, other: ListedFolder): boolean {
  return mailboxId !== null && mailboxId === other.mailboxId;
}

/** A renamed mailbox keeps its UIDVALIDITY and continues its uids (RFC 9051 §6.3.6). */
function resembles(
  { name, uidValidity, mailboxId }: SeenFolder,
  other: ListedFolder,
  lastSeen: LastSeen,
): boolean {
  if (mailboxId !== null || other.mailboxId !== null || uidValidity !== other.counts.uidValidity)
    return false;
  const last = lastSeen(name);
  return last !== null && last.uidNext > 1 && other.counts.uidNext >= last.uidNext && other.counts.total >= 1;
}

function isAnother(seen: SeenFolder, { counts, mailboxId }: ListedFolder): boolean {
  if (seen.mailboxId !== null && mailboxId !== null && seen.mailboxId !== mailboxId) return true;
  return seen.uidValidity !== counts.uidValidity;
}
