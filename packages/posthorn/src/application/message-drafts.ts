/** Application service: messages that are being written. */
import type { MailAccount } from '../domain/mail-account.ts';
import type { DraftChange, DraftHeader } from '../domain/message-draft.ts';
import type { MessageIdentity } from '../domain/message-identity.ts';
import { alreadySent, requireDraft } from './draft-state.ts';
import { type MessageFate, type MessageHistory, outdatedVersion } from './message-history.ts';
import type { CheckedLocation, MailboxLocation } from './message-location.ts';
import type { MessageLocks } from './message-locks.ts';
import type { MailStore, StoredMessage } from './ports/mail-store.ts';
import type { FlagChange, MailWriter, Replacement } from './ports/mail-writer.ts';
import type { MessageComposer } from './ports/message-composer.ts';

/** What may be an address; the composer looks closer. */
const ADDRESS = /^[^@]+@[^@]+$/;

export interface NewDraft {
  readonly location: MailboxLocation;
  readonly draft: DraftChange;
  /** Beside \Draft. */
  readonly flags?: readonly ('seen' | 'flagged')[];
  readonly keywords?: readonly string[];
}

export interface DraftRevision {
  readonly location: CheckedLocation;
  readonly change: DraftChange;
  /** Flags to be other than those of the version before. */
  readonly flags?: FlagChange;
}

/**
 * Saves drafts. A draft is a message with \Draft; each version of it is a message of its own, with an id of its own. Throws what
 * `MailStore`, `MailWriter` and `MessageComposer` throw.
 */
export interface MessageDrafts {
  /** Stores a new draft and tells what it is in the folder. Its author is the account's owner unless it names one. */
  create(draft: NewDraft, signal: AbortSignal): Promise<MessageIdentity>;

  /**
   * Stores the changed draft and removes the version before. Throws `outdated-version` when that is not the newest any more,
   * `conflict` when the message is no draft or was sent: nobody's received or sent mail is ever changed.
   */
  revise(revision: DraftRevision, signal: AbortSignal): Promise<Replacement>;
}

export interface MessageDraftsDependencies {
  readonly mailStore: MailStore;
  readonly mailWriter: MailWriter;
  readonly messageComposer: MessageComposer;
  readonly messageHistory: MessageHistory;
  readonly messageLocks: MessageLocks;
}

export function createMessageDrafts(dependencies: MessageDraftsDependencies): MessageDrafts {
  const { mailWriter, messageComposer, messageLocks } = dependencies;
  return {
    async create({ location: { account, mailbox }, draft, flags = ['seen'], keywords = [] }, signal) {
      const header = { ...authorOf(account), ...draft.header };
      const { octets, messageId } = await messageComposer.compose({ ...draft, header });
      const message = { octets, flags: ['draft', ...flags] as const, keywords, messageId };
      return mailWriter.appendMessage(account, mailbox, message, signal);
    },

    revise: (revision, signal) =>
      messageLocks.run([revision.location], () => revise(dependencies, revision, signal), signal),
  };
}

/** The account's owner, unless the account is known by a login name that is no address. */
function authorOf({ from }: MailAccount): DraftHeader {
  return ADDRESS.test(from.address) ? { from } : {};
}

async function revise(
  dependencies: MessageDraftsDependencies,
  { location, change, flags }: DraftRevision,
  signal: AbortSignal,
): Promise<Replacement> {
  const { mailWriter, messageComposer, messageHistory } = dependencies;
  const stored = await readNewest(dependencies, location, signal);
  requireDraft(stored);
  const { octets, versionField } = await messageComposer.revise(stored.octets, change);
  const { account, mailbox, uid } = location;
  const { uidValidity } = stored;
  const replacement = await mailWriter.replaceMessage(
    account,
    { mailbox, uid, uidValidity },
    { octets, versionField, ...(flags && { flags }) },
    signal,
  );
  messageHistory.remember({ account, mailbox, uid, uidValidity }, { kind: 'replaced' });
  return replacement;
}

/** The message, unless it is known to be an older version: then it may be gone, or still be there. */
async function readNewest(
  { mailStore, messageHistory }: MessageDraftsDependencies,
  { account, ...place }: CheckedLocation,
  signal: AbortSignal,
): Promise<StoredMessage> {
  try {
    const stored = await mailStore.readMessage(account, place, signal);
    refuseFate(messageHistory.find({ account, ...place, uidValidity: stored.uidValidity }));
    return stored;
  } catch (error) {
    refuseFate(messageHistory.find({ account, ...place }));
    throw error;
  }
}

/** Throws for a message that is not to be changed any more. */
function refuseFate(fate: MessageFate | undefined): void {
  if (fate?.kind === 'replaced') throw outdatedVersion();
  if (fate?.kind === 'sent') throw alreadySent();
}
