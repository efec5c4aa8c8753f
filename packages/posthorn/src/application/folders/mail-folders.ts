/** Application service: the folders of an account. */
import type { MailAccount } from '../../domain/mail-account.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { MailFolder } from '../../domain/mail-folder.ts';
import { buildMailFolderTree } from '../../domain/mail-folder-tree.ts';
import type { Mailbox, MailboxCounts } from '../../domain/mailbox.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { MailboxRef } from '../../domain/mailbox-ref.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import { type PlacedMailFolder, placeMailFolders } from './placed-mail-folder.ts';

/** Which folders of an account are asked for. */
export interface MailFolderRequest {
  readonly account: MailAccount;
  /** Roots that the client names itself; an empty list shows all. Without it the account's own roots hold. */
  readonly roots?: readonly MailboxName[];
}

/** Throws what the methods of `MailStore` throw. */
export interface MailFolders {
  /** The folders at the top, each with its children; the same object while the mail store gives the same mailboxes. */
  list(request: MailFolderRequest, signal: AbortSignal): Promise<readonly MailFolder[]>;

  /**
   * The folders of these mailboxes as the account's roots place them; folders that the roots do not show, as they
   * are in the whole tree. Mailboxes that do not exist or cannot be selected are missing.
   */
  find(
    request: { readonly account: MailAccount; readonly mailboxes: readonly MailboxName[] },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<MailboxName, PlacedMailFolder>>;

  /** One folder as `find` returns it. Throws `mailbox-unknown`. */
  get(folder: MailboxRef, signal: AbortSignal): Promise<PlacedMailFolder>;

  /** The mailboxes that the user has subscribed to. */
  listSubscribed(account: MailAccount, signal: AbortSignal): Promise<ReadonlySet<MailboxName>>;

  /** How many messages a folder has, and the state of its mailbox. */
  count(folder: MailboxRef, signal: AbortSignal): Promise<MailboxCounts>;
}

/** What `createMailFolders` works with. */
export interface MailFoldersDependencies {
  readonly mailStore: MailStore;
}

/** Creates the service that reads folders. */
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

    async list({ account, roots }, signal) {
      const mailboxes = await mailStore.listMailboxes(account, signal);
      return treeOf(trees, mailboxes, roots ?? account.roots);
    },

    async get({ account, mailbox }, signal) {
      const placed = (await find({ account, mailboxes: [mailbox] }, signal)).get(mailbox);
      if (placed !== undefined) return placed;
      throw new MailError('mailbox-unknown', { detail: 'The account has no such mail folder.' });
    },

    listSubscribed: (account, signal) => mailStore.listSubscribed(account, signal),

    count: (mailbox, signal) => mailStore.countMessages(mailbox, signal),
  };
}

/** The tree of mailboxes that was made last. */
interface KnownTree {
  readonly roots: readonly MailboxName[];
  readonly tree: readonly MailFolder[];
}

function treeOf(
  trees: WeakMap<readonly Mailbox[], KnownTree>,
  mailboxes: readonly Mailbox[],
  roots: readonly MailboxName[],
): readonly MailFolder[] {
  const known = trees.get(mailboxes);
  if (known && known.roots.join('\n') === roots.join('\n')) return known.tree;
  const tree = buildMailFolderTree(mailboxes, roots);
  trees.set(mailboxes, { roots, tree });
  return tree;
}

function placeByMailbox(
  mailboxes: readonly Mailbox[],
  roots: readonly MailboxName[],
): ReadonlyMap<MailboxName, PlacedMailFolder> {
  const placed = placeMailFolders(buildMailFolderTree(mailboxes, roots));
  return new Map(placed.map((each) => [each.folder.mailbox, each]));
}
