import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import type { MailboxRef } from '../../domain/accounts/mailbox-ref.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { MailFolder } from '../../domain/mailboxes/mail-folder.ts';
import { buildMailFolderTree } from '../../domain/mailboxes/mail-folder-tree.ts';
import type { Mailbox, MailboxCounts } from '../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import { type PlacedMailFolder, placeMailFolders } from './placed-mail-folder.ts';

/** Selects an account's folders. */
export interface MailFolderRequest {
  readonly account: MailAccount;
  /** Empty: all; absent: the account's. */
  readonly roots?: readonly MailboxName[];
  /** Includes unselectable parents, without counts. */
  readonly hasContainers?: boolean;
}

/** Reads folders. Throws like `MailStore`. */
export interface MailFolders {
  /** The top folders with children; the same object while unchanged. */
  list(request: MailFolderRequest, signal: AbortSignal): Promise<readonly MailFolder[]>;

  /**
   * Folders below the account's roots, else from the whole tree. Omits missing mailboxes, and unselectable ones
   * without children.
   */
  find(
    request: { readonly account: MailAccount; readonly mailboxes: readonly MailboxName[] },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<MailboxName, PlacedMailFolder>>;

  /** Like `find`, for one folder. Throws `mailbox-unknown`. */
  get(folder: MailboxRef, signal: AbortSignal): Promise<PlacedMailFolder>;

  listSubscribed(account: MailAccount, signal: AbortSignal): Promise<ReadonlySet<MailboxName>>;

  /** Throws `mailbox-unknown`. */
  require(folder: MailboxRef, signal: AbortSignal): Promise<void>;

  count(folder: MailboxRef, signal: AbortSignal): Promise<MailboxCounts>;
}

/** Dependencies. */
export interface MailFoldersDependencies {
  readonly mailStore: MailStore;
}

/** The service. */
export function createMailFolders({ mailStore }: MailFoldersDependencies): MailFolders {
  const find: MailFolders['find'] = async ({ account, mailboxes }, signal) => {
    const existing = await mailStore.listMailboxes(account, signal);
    const shown = placeByMailbox(existing, account.roots);
    const isShown = mailboxes.every((mailbox) => shown.has(mailbox));
    const places = isShown ? shown : new Map([...placeByMailbox(existing, []), ...shown]);
    return new Map(
      mailboxes.flatMap((mailbox) => {
        const placed = places.get(mailbox);
        return placed === undefined ? [] : [[mailbox, placed]];
      }),
    );
  };

  const trees = new WeakMap<readonly Mailbox[], KnownTree>();

  return {
    find,

    async list({ account, roots = account.roots, hasContainers = false }, signal) {
      const mailboxes = await mailStore.listMailboxes(account, signal);
      return treeOf(trees, mailboxes, { roots, hasContainers });
    },

    async get({ account, mailbox }, signal) {
      const placed = (await find({ account, mailboxes: [mailbox] }, signal)).get(mailbox);
      if (placed !== undefined) return placed;
      throw new MailError('mailbox-unknown', { detail: 'The account has no such mail folder.' });
    },

    listSubscribed: (account, signal) => mailStore.listSubscribed(account, signal),

    require: (mailbox, signal) => mailStore.requireMailbox(mailbox, signal),

    count: (mailbox, signal) => mailStore.countMessages(mailbox, signal),
  };
}

interface TreeOptions {
  readonly roots: readonly MailboxName[];
  readonly hasContainers: boolean;
}

interface KnownTree extends TreeOptions {
  readonly tree: readonly MailFolder[];
}

function treeOf(
  trees: WeakMap<readonly Mailbox[], KnownTree>,
  mailboxes: readonly Mailbox[],
  options: TreeOptions,
): readonly MailFolder[] {
  const known = trees.get(mailboxes);
  if (known && isSameTree(known, options)) return known.tree;
  const tree = buildMailFolderTree(mailboxes, options.roots, options);
  trees.set(mailboxes, { ...options, tree });
  return tree;
}

function isSameTree(one: TreeOptions, other: TreeOptions): boolean {
  return one.hasContainers === other.hasContainers && one.roots.join('\n') === other.roots.join('\n');
}

function placeByMailbox(
  mailboxes: readonly Mailbox[],
  roots: readonly MailboxName[],
): ReadonlyMap<MailboxName, PlacedMailFolder> {
  const placed = placeMailFolders(buildMailFolderTree(mailboxes, roots, { hasContainers: true }));
  return new Map(placed.map((each) => [each.folder.mailbox, each]));
}
