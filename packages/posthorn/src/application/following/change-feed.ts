/** Application service: what has changed since a state that a client was given. Nothing is kept here between two questions. */
import type { MailAccount } from '../../domain/mail-account.ts';
import type { MailboxCounts } from '../../domain/mailbox.ts';
import { type MailboxPosition, positionAt } from '../../domain/mailbox-position.ts';
import type { MailboxRef } from '../../domain/mailbox-ref.ts';
import type { MailFolders } from '../folders/mail-folders.ts';
import { type PlacedMailFolder, placeMailFolders } from '../folders/placed-mail-folder.ts';
import type { MailboxChanges, MailboxChangesRequest, MailChanges } from '../ports/mail/mail-changes.ts';
import { compareFolders, type FolderDifferences, writeFolders } from './account-state.ts';
import type { StateSeal } from './change-state.ts';
import { readPosition, writePosition } from './mailbox-state.ts';

/** A request for the changes of one folder. */
export interface FolderChangesRequest
  extends MailboxRef,
    Pick<MailboxChangesRequest, 'limit' | 'selection' | 'atLeast'> {
  /** Null for a client that begins now. */
  readonly since: string | null;
}

/** Changes of a folder, and the state of the client after them. */
export interface FolderChanges extends MailboxChanges {
  readonly state: string;
}

/** Changes of the folders of an account, and the state of the client after them. */
export interface AccountChanges extends FolderDifferences {
  readonly state: string;
}

/** Issues states, and reads what has changed since a state. */
export interface ChangeFeed {
  /** The state of a client that has read the folder with these counts. */
  folderState(location: MailboxRef, counts: MailboxCounts): string;

  /** The state of a client that has read these folders, which are all that the account shows. */
  accountState(account: MailAccount, folders: readonly PlacedMailFolder[]): string;

  /**
   * One page of the changes of a folder. Throws what `MailChanges.readMailbox` throws; `invalid-parameter` about `since` for a state that
   * was not given for this folder.
   */
  readFolder(request: FolderChangesRequest, signal: AbortSignal): Promise<FolderChanges>;

  /** What has changed of the folders of the account. Throws what `MailFolders.list` throws, and `invalid-parameter` about `since`. */
  readAccount(
    request: { readonly account: MailAccount; readonly since: string | null },
    signal: AbortSignal,
  ): Promise<AccountChanges>;
}

/** What `createChangeFeed` works with. */
export interface ChangeFeedDependencies {
  readonly mailChanges: MailChanges;
  readonly mailFolders: Pick<MailFolders, 'list'>;
  readonly stateSeal: StateSeal;
}

/** Creates the service that reads changes. */
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

    async readAccount({ account, since }, signal) {
      const before = since === null ? null : stateSeal.open({ account, mailbox: null }, since);
      const folders = placeMailFolders(await mailFolders.list({ account }, signal));
      const nothing = { created: [], updated: [], removed: [], present: null };
      const differences = before === null ? nothing : compareFolders(before, folders);
      return { ...differences, state: sealFolders(account, folders) };
    },
  };
}
