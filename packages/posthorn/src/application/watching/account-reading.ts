import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { Mailbox } from '../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { WatchConnection } from '../ports/mail/watch-connections.ts';
import type { EventLog, WatchPosition } from '../ports/state/event-log.ts';
import {
  compareFolderLists,
  type FolderDifferences,
  type ListedFolder,
  type RenamedFolder,
  toFolderEvents,
} from './folder-events.ts';
import { readFolderList, type SeenFolders, writeFolderList } from './seen-folders.ts';
import { readSeen } from './seen-mailbox.ts';

/** The account and its log. */
export interface ReadingParts {
  readonly account: { readonly id: MailAccountId; readonly createdAt: number };
  readonly log: Pick<EventLog, 'advance' | 'positions' | 'find'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The folders of a list, written to the log. */
export interface FolderReading {
  readonly listed: readonly ListedFolder[];
  /** By mailbox; missing before its first reading. */
  readonly positions: ReadonlyMap<MailboxName, WatchPosition>;
}

/** Another watcher may write the same positions. */
const MAX_ATTEMPTS = 10;
/** Some folders can never be counted. */
const MAX_PARTIAL_LISTS = 3;

/** Lists the folders and writes events of the list. Throws like `WatchConnection.listMailboxes`. */
export async function readFolders(
  parts: ReadingParts,
  connection: Pick<WatchConnection, 'listMailboxes'>,
  signal: AbortSignal,
): Promise<FolderReading> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const mailboxes = await connection.listMailboxes(signal);
    const reading = await writeList(parts, mailboxes, attempt < MAX_PARTIAL_LISTS);
    if (reading !== null) return reading;
  }
  throw contested();
}

/**
 * Writes that a folder was re-created with the same uidValidity: it has fewer messages, as after a restore. Its
 * messages make no events.
 */
export async function resetFolder(
  { account, log, now }: ReadingParts,
  { name, counts }: ListedFolder,
): Promise<void> {
  const all = await log.positions(account.id);
  const list = all.find(({ mailbox }) => mailbox === null);
  const own = all.find(({ mailbox }) => mailbox === name);
  const seen = list && readFolderList(list.position).get(name);
  if (list === undefined || seen === undefined || own === undefined) return;
  const epoch = list.epoch + 1;
  const folder = { ...seen, uidValidity: counts.uidValidity, uidNext: counts.uidNext, life: epoch };
  const folders = new Map([...readFolderList(list.position), [name, folder] as const]);
  const differences = { created: [], removed: [], renamed: [], resembling: [], reset: [folder], folders };
  // On failure, another watcher has seen the same.
  await log.advance({
    ...{ account: account.id, createdAt: account.createdAt },
    positions: [{ ...list, position: writeFolderList(folders) }],
    removed: [{ mailbox: name, epoch: own.epoch }],
    events: toFolderEvents({ account, epoch, at: now() }, differences),
  });
}

/** The error of a watcher that never wrote first. */
export function contested(): MailError {
  const detail = 'Another process watches the account.';
  return new MailError('server-unavailable', { detail, retryAfterSeconds: 60 });
}

/** Null: another watcher wrote before, or a new list is needed. */
async function writeList(
  parts: ReadingParts,
  mailboxes: readonly Mailbox[],
  mayRepeat: boolean,
): Promise<FolderReading | null> {
  const { account, log, now } = parts;
  const all = await log.positions(account.id);
  const list = all.find(({ mailbox }) => mailbox === null);
  const positions = new Map(all.flatMap((each) => (each.mailbox === null ? [] : [[each.mailbox, each]])));
  const before = list === undefined ? null : readFolderList(list.position);
  const epoch = (list?.epoch ?? 0) + 1;
  if (mayRepeat && before !== null && isPartial(mailboxes, before)) return null;
  const listed = toListed(mailboxes, before);
  const lastSeen = (name: MailboxName) => {
    const position = positions.get(name);
    return position === undefined ? null : readSeen(position.position).position;
  };
  const differences = compareFolderLists(before, { listed, life: epoch, lastSeen });
  if (before !== null && !isChange(differences)) return { listed, positions };
  const moves = movesOf(differences, positions);
  const isWritten = await log.advance({
    ...{ account: account.id, createdAt: account.createdAt },
    positions: [
      {
        account: account.id,
        mailbox: null,
        position: writeFolderList(differences.folders),
        epoch: epoch - 1,
      },
      ...moves.map(({ to, position }) => ({ ...position, mailbox: to, epoch: 0 })),
    ],
    removed: leavingPositions(differences, positions),
    events: toFolderEvents({ account, epoch, at: now() }, differences),
  });
  return isWritten ? { listed, positions: await positionsOf(parts) } : null;
}

async function positionsOf({ account, log }: ReadingParts): Promise<FolderReading['positions']> {
  const all = await log.positions(account.id);
  return new Map(all.flatMap((each) => (each.mailbox === null ? [] : [[each.mailbox, each]])));
}

/** A folder may have been renamed again before its counts were read: its messages would come again as new. */
function isPartial(mailboxes: readonly Mailbox[], before: SeenFolders): boolean {
  const selectable = mailboxes.filter(({ isSelectable }) => isSelectable);
  const names = new Set(selectable.map(({ name }) => name));
  const isGone = [...before.keys()].some((name) => !names.has(name));
  return isGone && selectable.some(({ name, counts }) => counts === undefined && !before.has(name));
}

/** An uncounted folder is unchanged. */
function toListed(mailboxes: readonly Mailbox[], before: SeenFolders | null): readonly ListedFolder[] {
  return mailboxes.flatMap(({ name, isSelectable, counts, mailboxId = null }) => {
    if (!isSelectable) return [];
    if (counts !== undefined && counts.uidValidity > 0) return [{ name, counts, mailboxId }];
    const seen = before?.get(name);
    if (seen === undefined) return [];
    const { uidValidity, uidNext } = seen;
    const unknown = { total: 0, unread: 0, uidNext, uidValidity, highestModSeq: null };
    return [{ name, counts: unknown, mailboxId: seen.mailboxId }];
  });
}

function isChange({ created, removed, renamed, reset }: FolderDifferences): boolean {
  return created.length + removed.length + renamed.length + reset.length > 0;
}

interface Move {
  readonly from: MailboxName;
  readonly to: MailboxName;
  readonly position: WatchPosition;
}

/** Positions of renamed folders continue under the new name. */
function movesOf(
  { renamed, resembling }: FolderDifferences,
  positions: FolderReading['positions'],
): readonly Move[] {
  const isKept = ({ from, to }: RenamedFolder): boolean => from.uidValidity === to.uidValidity;
  return [...renamed, ...resembling].filter(isKept).flatMap(({ from, to }) => {
    const position = positions.get(from.name);
    return position === undefined ? [] : [{ from: from.name, to: to.name, position }];
  });
}

function leavingPositions(
  { removed, renamed, reset }: FolderDifferences,
  positions: FolderReading['positions'],
): readonly Pick<WatchPosition, 'mailbox' | 'epoch'>[] {
  const names = [...removed, ...renamed.map(({ from }) => from), ...reset].map(({ name }) => name);
  return [...new Set(names)].flatMap((name) => {
    const position = positions.get(name);
    return position === undefined ? [] : [{ mailbox: name, epoch: position.epoch }];
  });
}
