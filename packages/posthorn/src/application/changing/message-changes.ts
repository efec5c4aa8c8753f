import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { DraftChange } from '../../domain/messages/message-draft.ts';
import type { MessageItem } from '../../domain/messages/message-item.ts';
import type { ExactMessageRef, MessageRef } from '../../domain/messages/message-ref.ts';
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

/** Changes to one message; absent members stay. */
export interface MessageUpdate extends ExpectedMessage {
  readonly flags?: FlagChange;
  /** Without Posthorn's own. */
  readonly keywords?: readonly string[] | undefined;
  readonly draft?: DraftChange | null;
  readonly target?: MailboxName | null | undefined;
}

/** A change's result. */
export interface UpdatedMessage {
  /** Null: the uid is unchanged. */
  readonly newRef: ExactMessageRef | null;
  /** False: it remains until the next change. */
  readonly isOldVersionRemoved: boolean;
}

/**
 * Makes one change of a message at a time: of several expecting one state, one succeeds. Throws
 * UnexpectedState, and like `MailStore`, `MailWriter`, `MessageComposer` and `MessageLocks`.
 */
export interface MessageChanges {
  /**
   * Changes flags, keywords and draft content, then moves. If the provider has filed a sent message in the
   * target, removes it and returns the provider's copy. Throws `outdated-version` for an outdated draft,
   * `conflict` for content changes to a sent message or non-draft.
   */
  update(update: MessageUpdate, signal: AbortSignal): Promise<UpdatedMessage>;

  /**
   * Copies the message with its flags; of a draft, an unsent draft with a new Message-ID. Throws `conflict` for a
   * copy into the same folder.
   */
  copy(
    request: ExpectedMessage & { readonly target: MailboxName },
    signal: AbortSignal,
  ): Promise<ExactMessageRef>;

  /**
   * Moves the message to the trash; in it, deletes it permanently and returns null. Throws `conflict` without a trash
   * folder.
   */
  trash(request: ExpectedMessage, signal: AbortSignal): Promise<ExactMessageRef | null>;

  delete(request: ExpectedMessage, signal: AbortSignal): Promise<void>;

  /**
   * Checks without a lock, before slow preparation, that the message is a changeable draft. Throws `conflict`
   * for a non-draft, and UnexpectedState.
   */
  verifyDraft(request: ExpectedMessage, signal: AbortSignal): Promise<void>;
}

/** Dependencies. */
export interface MessageChangesDependencies {
  readonly mailStore: MailStore;
  readonly mailWriter: MailWriter;
  readonly messageComposer: MessageComposer;
  readonly messageHistory: MessageHistory;
  readonly messageLocks: MessageLocks;
  readonly sentCopies: SentCopies;
}

/** The service. */
export function createMessageChanges(dependencies: MessageChangesDependencies): MessageChanges {
  const { mailStore, mailWriter } = dependencies;
  const change = createExclusiveChange(dependencies);
  return {
    async update({ target, ...update }, signal) {
      const { message, expected, keywords, draft } = update;
      const needed = keywords === undefined ? [] : (['keywords'] as const);
      // One lock at a time excludes deadlocks.
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
  // For an outdated draft, the change has a better error.
  const conditional = { ...request, mailStore, needed: ['draft'] as const, isVerifying: true, work };
  await inExpectedState(conditional, signal);
}

/** The trash folder. Throws `conflict` without one. */
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
