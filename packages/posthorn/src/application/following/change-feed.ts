import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import type { MailboxRef } from '../../domain/accounts/mailbox-ref.ts';
import type { MailboxCounts } from '../../domain/mailboxes/mailbox.ts';
import { type MailboxPosition, positionAt } from '../../domain/mailboxes/mailbox-position.ts';
import type { UidRanges } from '../../domain/values/uid-ranges.ts';
import type { MailFolders } from '../folders/mail-folders.ts';
import { type PlacedMailFolder, placeMailFolders } from '../folders/placed-mail-folder.ts';
import type { MailboxChanges, MailboxChangesRequest, MailChanges } from '../ports/mail/mail-changes.ts';
import { compareFolders, type FolderDifferences, writeFolders } from './account-state.ts';
import type { StateSeal } from './change-state.ts';
import { readPosition, writePosition } from './mailbox-state.ts';

/** A request for folder changes. */
export interface FolderChangesRequest
  extends MailboxRef,
    Pick<MailboxChangesRequest, 'limit' | 'selection' | 'atLeast'> {
  readonly since: string | null;
}

/** A folder's changes, and the next state. */
export interface FolderChanges extends MailboxChanges {
  readonly state: string;
}

/** An account's folder changes, and the next state. */
export interface AccountChanges extends FolderDifferences {
  readonly state: string;
}

/** A folder's messages, as clients can compute them too. */
export interface FolderInventory {
  readonly uidValidity: number;
  readonly exists: number;
  /** Ascending, adjacent ranges joined, such as `1:6,9`. */
  readonly uids: string;
  /** SHA-256 of `uids` in hexadecimal. */
  readonly digest: string;
  readonly state: string;
}

/** Issues states and reads changes since one. The server stores none. */
export interface ChangeFeed {
  /** The folder's state with these counts. */
  folderState(location: MailboxRef, counts: MailboxCounts): string;

  /** The folders must be all that the account shows. */
  accountState(account: MailAccount, folders: readonly PlacedMailFolder[]): string;

  /**
   * A page of changes. Throws like `MailChanges.readMailbox`, and `invalid-parameter` (`since`) for another folder's
   * state.
   */
  readFolder(request: FolderChangesRequest, signal: AbortSignal): Promise<FolderChanges>;

  /** The folder's messages. Throws like `MailChanges.readInventory`. */
  readInventory(location: MailboxRef, signal: AbortSignal): Promise<FolderInventory>;

  /** The account's folder changes. Throws like `MailFolders.list`, and `invalid-parameter` (`since`). */
  readAccount(
    request: { readonly account: MailAccount; readonly since: string | null },
    signal: AbortSignal,
  ): Promise<AccountChanges>;
}

/** Dependencies. */
export interface ChangeFeedDependencies {
  readonly mailChanges: MailChanges;
  readonly mailFolders: Pick<MailFolders, 'list'>;
  readonly stateSeal: StateSeal;
}

const RANGES_PER_TURN = 10_000;

/** The service. */
export function createChangeFeed({
  mailChanges,
  mailFolders,
  stateSeal,
}: ChangeFeedDependencies): ChangeFeed {
  const sealPosition = ({ account, mailbox }: MailboxRef, position: MailboxPosition): string =>
    stateSeal.seal({ account, mailbox }, writePosition(position));
  const sealFolders = (account: MailAccount, folders: readonly PlacedMailFolder[]): string =>
    stateSeal.seal({ account, mailbox: null }, writeFolders(folders));

  return {
    folderState: (location, counts) => sealPosition(location, positionAt(counts)),
    accountState: sealFolders,

    async readFolder({ since, ...request }, signal) {
      const position = since === null ? null : readPosition(stateSeal.open(request, since));
      const changes = await mailChanges.readMailbox({ ...request, since: position }, signal);
      return { ...changes, state: sealPosition(request, changes.position) };
    },

    async readInventory(location, signal) {
      const { counts, uids } = await mailChanges.readInventory(location, signal);
      const text = await textInTurns(uids);
      return {
        uidValidity: counts.uidValidity,
        exists: counts.total,
        uids: text,
        digest: createHash('sha256').update(text).digest('hex'),
        state: sealPosition(location, positionAt(counts)),
      };
    },

    async readAccount({ account, since }, signal) {
      const before = since === null ? null : stateSeal.open({ account, mailbox: null }, since);
      const folders = placeMailFolders(await mailFolders.list({ account }, signal));
      const nothing = { created: [], updated: [], removed: [], present: null };
      const differences = before === null ? nothing : compareFolders(before, folders);
      return { ...differences, state: sealFolders(account, folders) };
    },
  };
}

/** Many gaps must not block the event loop. */
async function textInTurns(uids: UidRanges): Promise<string> {
  const parts: string[] = [];
  for (const part of uids.textParts(RANGES_PER_TURN)) {
    parts.push(part);
    await nextTurn();
  }
  return parts.join(',');
}
