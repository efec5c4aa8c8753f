import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import type { MailboxRef } from '../../domain/accounts/mailbox-ref.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { Mailbox } from '../../domain/mailboxes/mailbox.ts';
import { type MailboxName, parseMailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import type { MailboxWriter } from '../ports/mail/mailbox-writer.ts';

/** A parent folder (null: top level) and a name. */
export interface FolderPlace {
  readonly parent: MailboxName | null;
  readonly name: string;
}

/**
 * Changes folders. Throws like `MailboxWriter` and `MailStore`, and `invalid-document` for an impossible
 * name.
 */
export interface MailFolderChanges {
  /** Creates a subscribed folder. Throws `mailbox-unknown` for a missing parent. */
  create(
    request: { readonly account: MailAccount; readonly place: FolderPlace },
    signal: AbortSignal,
  ): Promise<MailboxName>;

  /** Renames or moves a folder, except INBOX; returns its new name. */
  rename(
    request: MailboxRef & { readonly change: Partial<FolderPlace> },
    signal: AbortSignal,
  ): Promise<MailboxName>;

  /** Includes its messages. */
  delete(folder: MailboxRef, signal: AbortSignal): Promise<void>;

  setSubscribed(request: MailboxRef & { readonly isSubscribed: boolean }, signal: AbortSignal): Promise<void>;
}

/** Dependencies. */
export interface MailFolderChangesDependencies {
  readonly mailStore: MailStore;
  readonly mailboxWriter: MailboxWriter;
}

/** The service. */
export function createMailFolderChanges(dependencies: MailFolderChangesDependencies): MailFolderChanges {
  const { mailStore, mailboxWriter } = dependencies;
  return {
    async create({ account, place }, signal) {
      const mailboxes = await mailStore.listMailboxes(account, signal);
      const mailbox = mailboxNameOf(mailboxes, place);
      await mailboxWriter.createMailbox({ account, mailbox }, signal);
      return mailbox;
    },

    async rename({ account, mailbox, change }, signal) {
      if (mailbox === 'INBOX') throw inboxStays();
      const mailboxes = await mailStore.listMailboxes(account, signal);
      const newName = mailboxNameOf(mailboxes, { ...placeOf(mailboxes, mailbox), ...change });
      if (newName !== mailbox) await mailboxWriter.renameMailbox({ account, mailbox, newName }, signal);
      return newName;
    },

    async delete(folder, signal) {
      if (folder.mailbox === 'INBOX') throw inboxStays();
      await mailboxWriter.deleteMailbox(folder, signal);
    },

    setSubscribed: (request, signal) => mailboxWriter.setSubscribed(request, signal),
  };
}

function mailboxNameOf(mailboxes: readonly Mailbox[], { parent, name }: FolderPlace): MailboxName {
  const above = parent === null ? undefined : findMailbox(mailboxes, parent);
  const delimiter = above === undefined ? mailboxes[0]?.delimiter : above.delimiter;
  if (above !== undefined && !delimiter) {
    throw new MailError('conflict', { detail: 'The mail server has no folders within folders.' });
  }
  if (name.trim() === '' || (delimiter && name.includes(delimiter))) throw invalidName(delimiter);
  const mailbox = parseMailboxName(above === undefined ? name : `${above.name}${delimiter}${name}`);
  if (mailbox === undefined) throw invalidName(delimiter);
  return mailbox;
}

function placeOf(mailboxes: readonly Mailbox[], mailbox: MailboxName): FolderPlace {
  const { delimiter } = findMailbox(mailboxes, mailbox);
  const at = delimiter ? mailbox.lastIndexOf(delimiter) : -1;
  if (!delimiter || at < 0) return { parent: null, name: mailbox };
  return { parent: mailbox.slice(0, at) as MailboxName, name: mailbox.slice(at + delimiter.length) };
}

function findMailbox(mailboxes: readonly Mailbox[], mailbox: MailboxName): Mailbox {
  const found = mailboxes.find(({ name }) => name === mailbox);
  if (found !== undefined) return found;
  throw new MailError('mailbox-unknown', { detail: 'The account has no such mail folder.' });
}

function inboxStays(): MailError {
  return new MailError('access-denied', { detail: 'The inbox can be neither renamed nor deleted.' });
}

function invalidName(delimiter: string | null | undefined): MailError {
  const exception = delimiter ? ` or has a "${delimiter}" in it` : '';
  return new MailError('invalid-document', {
    detail: `The name is empty${exception}, or it has characters that no folder name can have.`,
    member: 'attributes.name',
  });
}
