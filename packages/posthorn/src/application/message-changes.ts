/** Application service: changes messages where they are, and moves, copies and deletes them. */
import type { MailAccount } from '../domain/mail-account.ts';
import { MailError } from '../domain/mail-error.ts';
import type { MailboxName } from '../domain/mailbox-name.ts';
import type { MessageIdentity } from '../domain/message-identity.ts';
import type { CheckedLocation } from './message-location.ts';
import type { MailStore } from './ports/mail-store.ts';
import type { FlagChange, MailWriter } from './ports/mail-writer.ts';
import type { SentCopies } from './sent-copies.ts';
import { findSpecialFolder } from './special-folder.ts';

/** Where a message is now. */
export interface NewPlace extends MessageIdentity {
  readonly mailbox: MailboxName;
}

/** Throws what `MailWriter` throws. */
export interface MessageChanges {
  changeFlags(location: CheckedLocation, change: FlagChange, signal: AbortSignal): Promise<void>;

  /**
   * Moves the message within its account. A sent message whose provider has filed a copy in the target already is removed
   * instead, and the copy is given.
   */
  move(location: CheckedLocation, target: MailboxName, signal: AbortSignal): Promise<NewPlace>;

  /** Copies the message with its flags. Throws `conflict` for a copy into the folder where the message is. */
  copy(location: CheckedLocation, target: MailboxName, signal: AbortSignal): Promise<NewPlace>;

  /**
   * Moves the message to the trash. A message that is there already is deleted for good, which gives null. Throws
   * `conflict` when the account has no folder for deleted messages.
   */
  trash(location: CheckedLocation, signal: AbortSignal): Promise<NewPlace | null>;

  /** Deletes the message for good. */
  delete(location: CheckedLocation, signal: AbortSignal): Promise<void>;
}

export interface MessageChangesDependencies {
  readonly mailStore: MailStore;
  readonly mailWriter: MailWriter;
  readonly sentCopies: SentCopies;
}

export function createMessageChanges(dependencies: MessageChangesDependencies): MessageChanges {
  const { mailStore, mailWriter, sentCopies } = dependencies;
  const move: MessageChanges['move'] = async (location, target, signal) => {
    const copy = await sentCopies.adopt(location, target, signal);
    if (copy !== null) return copy;
    const { account, ...place } = location;
    const identity = await mailWriter.moveMessage(account, place, target, signal);
    return { ...identity, mailbox: target };
  };

  return {
    move,

    changeFlags: ({ account, ...place }, change, signal) =>
      mailWriter.changeFlags(account, place, change, signal),

    async copy({ account, ...place }, target, signal) {
      // Two drafts with one private id would be taken for versions of one draft.
      if (target === place.mailbox) throw sameFolder();
      const identity = await mailWriter.copyMessage(account, place, target, signal);
      return { ...identity, mailbox: target };
    },

    async trash(location, signal) {
      const trash = await requireTrash({ mailStore, account: location.account }, signal);
      if (trash !== location.mailbox) return move(location, trash, signal);
      const { account, ...place } = location;
      await mailWriter.deleteMessage(account, place, signal);
      return null;
    },

    delete: ({ account, ...place }, signal) => mailWriter.deleteMessage(account, place, signal),
  };
}

/** The folder for deleted messages. Throws `conflict` when the account has none. */
export async function requireTrash(
  dependencies: { readonly mailStore: MailStore; readonly account: MailAccount },
  signal: AbortSignal,
): Promise<MailboxName> {
  const trash = await findSpecialFolder(dependencies, 'TRASH', signal);
  if (trash !== undefined) return trash;
  throw new MailError('conflict', { detail: 'The account has no folder for deleted messages.' });
}

function sameFolder(): MailError {
  return new MailError('conflict', { detail: 'The message is in this folder already.' });
}
