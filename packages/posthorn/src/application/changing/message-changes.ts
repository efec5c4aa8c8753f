/** Application service: changes messages where they are, and moves, copies and deletes them. */
import type { MailAccount } from '../../domain/mail-account.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { DraftChange } from '../../domain/message-draft.ts';
import type { MessageItem } from '../../domain/message-item.ts';
import type { ExactMessageRef, MessageRef } from '../../domain/message-ref.ts';
import { findSpecialFolder } from '../folders/special-folder.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import type { FlagChange, MailWriter } from '../ports/mail/mail-writer.ts';
import type { MessageComposer } from '../ports/mail/message-composer.ts';
import { copyDraft } from './draft-copy.ts';
import { reviseDraft } from './draft-revision.ts';
import { notADraft } from './draft-state.ts';
import { createExclusiveChange, type ExpectedMessage, inExpectedState } from './expected-state.ts';
import { keywordChange } from './kept-keywords.ts';
import type { MessageHistory } from './message-history.ts';
import type { MessageLocks } from './message-locks.ts';
import type { SentCopies } from './sent-copies.ts';

/** The requested changes of one message; everything else stays. */
export interface MessageUpdate extends ExpectedMessage {
  readonly flags?: FlagChange;
  /** All keywords that the message is to have, but for those that only Posthorn sets. */
  readonly keywords?: readonly string[] | undefined;
  /** The changes that only drafts allow; null for none. */
  readonly draft?: DraftChange | null;
  /** The folder to move to; null to stay. */
  readonly target?: MailboxName | null | undefined;
}

/** The result of a change to one message. */
export interface UpdatedMessage {
  /** The message after the change, when it was moved or is a new version of a draft; null: it keeps its uid. */
  readonly newRef: ExactMessageRef | null;
  /** False when an older version of the draft is still there; the next change removes it. */
  readonly isOldVersionRemoved: boolean;
}

/**
 * One change of a message is under way at a time (`MessageLocks`), and is done to the state that it expects or not at all: of several
 * changes that expect the same state, one is done. Throws what `MailStore`, `MailWriter`, `MessageComposer` and `MessageLocks` throw,
 * and UnexpectedState.
 */
export interface MessageChanges {
  /**
   * Changes flags, keywords and a draft's fields and texts, then moves. Throws `outdated-version` when a newer version of the draft was
   * saved, `conflict` when the fields or texts of another message than a draft are to be changed, or of one that was sent. A sent message
   * of which the provider has already filed a copy in the target is removed, and the copy is returned.
   */
  update(update: MessageUpdate, signal: AbortSignal): Promise<UpdatedMessage>;

  /**
   * Copies the message with its flags. The copy of a draft is a draft of its own, with another Message-ID, and was never sent. Throws
   * `conflict` for a copy into the folder where the message is.
   */
  copy(
    request: ExpectedMessage & { readonly target: MailboxName },
    signal: AbortSignal,
  ): Promise<ExactMessageRef>;

  /**
   * Moves the message to the trash. A message that is already in the trash is deleted for good, which returns null. Throws
   * `conflict` when the account has no folder for deleted messages.
   */
  trash(request: ExpectedMessage, signal: AbortSignal): Promise<ExactMessageRef | null>;

  /** Deletes the message for good. */
  delete(request: ExpectedMessage, signal: AbortSignal): Promise<void>;

  /**
   * Looks whether the message can be changed as a draft now, for who has to prepare a change that takes long. Changes nothing and
   * promises nothing. Throws `conflict` for another message than a draft, and UnexpectedState.
   */
  verifyDraft(request: ExpectedMessage, signal: AbortSignal): Promise<void>;
}

/** What `createMessageChanges` works with. */
export interface MessageChangesDependencies {
  readonly mailStore: MailStore;
  readonly mailWriter: MailWriter;
  readonly messageComposer: MessageComposer;
  readonly messageHistory: MessageHistory;
  readonly messageLocks: MessageLocks;
  readonly sentCopies: SentCopies;
}

/** Creates the service that changes, moves, copies and deletes single messages. */
export function createMessageChanges(dependencies: MessageChangesDependencies): MessageChanges {
  const { mailStore, mailWriter } = dependencies;
  const change = createExclusiveChange(dependencies);
  return {
    async update({ target, ...update }, signal) {
      const { message, expected, keywords, draft } = update;
      const needed = keywords === undefined ? [] : (['keywords'] as const);
      // A changed draft is another message with its own lock. Holding one lock at a time excludes deadlocks.
      const step = draft ? update : { ...update, target };
      const work = (item: MessageItem | null) => changeInPlace(dependencies, { ...step, item }, signal);
      const isVerifying = Boolean(draft);
      const updated = await change({ message, expected, needed, isVerifying, work }, signal);
      if (!draft || !target) return updated;
      const version = { message: updated.newRef ?? message, target };
      const moving = (item: MessageItem | null) => changeInPlace(dependencies, { ...version, item }, signal);
      const { newRef } = await change({ message: version.message, work: moving }, signal);
      return { ...updated, newRef: newRef ?? updated.newRef };
    },

    copy: ({ target, ...request }, signal) => {
      const { message } = request;
      const work = async (item: MessageItem | null) => {
        if (target === message.mailbox) throw sameFolder();
        const copying = { message, target };
        const identity = await (item?.draft
          ? copyDraft(dependencies, copying, signal)
          : mailWriter.copyMessage({ ...message, target }, signal));
        return { account: message.account, mailbox: target, ...identity };
      };
      return change({ ...request, needed: ['draft'], work }, signal);
    },

    trash: (request, signal) => {
      const { message } = request;
      const { account } = message;
      const work = async () => {
        const trash = await requireTrash({ mailStore, account }, signal);
        if (trash !== message.mailbox) return move(dependencies, { message, target: trash }, signal);
        await mailWriter.deleteMessage(message, signal);
        return null;
      };
      return change({ ...request, work }, signal);
    },

    delete: (request, signal) => {
      const { message } = request;
      const work = () => mailWriter.deleteMessage(message, signal);
      return change({ ...request, work }, signal);
    },

    verifyDraft: (request, signal) => verifyDraft(mailStore, request, signal),
  };
}

type Step = MessageUpdate & { readonly item: MessageItem | null };
type Move = { readonly message: MessageRef; readonly target: MailboxName };

/** The changes that keep the uid of the message. */
async function changeInPlace(
  dependencies: MessageChangesDependencies,
  { message, draft, target, ...step }: Step,
  signal: AbortSignal,
): Promise<UpdatedMessage> {
  const { account, mailbox } = message;
  const flags = flagsOf(step);
  if (draft) {
    const revision = { message, change: draft, flags };
    const { uid, uidValidity, isOldRemoved } = await reviseDraft(dependencies, revision, signal);
    return { newRef: { account, mailbox, uid, uidValidity }, isOldVersionRemoved: isOldRemoved };
  }
  if (Object.keys(flags).length > 0)
    await dependencies.mailWriter.changeFlags({ ...message, change: flags }, signal);
  const isMoved = target && target !== mailbox;
  const newRef = isMoved ? await move(dependencies, { message, target }, signal) : null;
  return { newRef, isOldVersionRemoved: true };
}

function flagsOf({ flags = {}, keywords, item }: Pick<Step, 'flags' | 'keywords' | 'item'>): FlagChange {
  return keywords === undefined ? flags : { ...flags, ...keywordChange(item?.keywords ?? [], keywords) };
}

async function move(
  { sentCopies, mailWriter }: MessageChangesDependencies,
  { message, target }: Move,
  signal: AbortSignal,
): Promise<ExactMessageRef> {
  const copy = await sentCopies.adopt({ message, target }, signal);
  if (copy !== null) return copy;
  const identity = await mailWriter.moveMessage({ ...message, target }, signal);
  return { account: message.account, mailbox: target, ...identity };
}

async function verifyDraft(
  mailStore: MailStore,
  request: ExpectedMessage,
  signal: AbortSignal,
): Promise<void> {
  const work = async (item: MessageItem | null): Promise<void> => {
    if (item?.draft === false) throw notADraft();
  };
  // A missing message may be an older version of a draft; the change itself has a better error for it.
  const conditional = { ...request, mailStore, needed: ['draft'] as const, isVerifying: true, work };
  await inExpectedState(conditional, signal);
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
