import type { MailboxRef } from '../../domain/accounts/mailbox-ref.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { MessageIdentity } from '../../domain/messages/message-identity.ts';
import type { MessageCriterion, MessageQuery } from '../../domain/messages/message-query.ts';
import type { Uid } from '../../domain/values/uid.ts';
import type { MailBatchWriter, MessageBatch } from '../ports/mail/mail-batch-writer.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import type { FlagChange } from '../ports/mail/mail-writer.ts';
import { requireTrash } from './message-changes.ts';
import type { MessageLocks } from './message-locks.ts';

export type BatchChange =
  | { readonly kind: 'flags'; readonly change: FlagChange }
  | { readonly kind: 'move'; readonly target: MailboxName }
  | { readonly kind: 'delete'; readonly isForGood: boolean };

export type BatchSelection =
  | { readonly kind: 'named'; readonly messages: readonly MessageIdentity[] }
  | { readonly kind: 'matching'; readonly criterion: MessageCriterion; readonly maxMessages: number };

export type BatchResult = { readonly message: MessageIdentity } & Outcome;

type Outcome =
  | { readonly outcome: 'changed' | 'deleted' | 'unknown' }
  /** Null: the server reported no new uid. */
  | { readonly outcome: 'moved'; readonly newIdentity: MessageIdentity | null };

/** A batch's result. */
export interface BatchOutcome {
  readonly target: MailboxName | null;
  readonly results: readonly BatchResult[];
}

/** Changes one folder's messages. */
export interface MessageBatches {
  /**
   * Locks the messages. Returns results in request order, else by uid. A failure leaves earlier changes. Throws like
   * `MailBatchWriter`, `MailStore` and `MessageLocks`, `invalid-parameter` above `maxMessages` matches, `conflict`
   * for a move into the same folder.
   */
  change(request: BatchRequest, signal: AbortSignal): Promise<BatchOutcome>;
}

/** A change and its messages. */
export interface BatchRequest extends MailboxRef {
  readonly selection: BatchSelection;
  readonly change: BatchChange;
}

/** Dependencies. */
export interface MessageBatchesDependencies {
  readonly mailStore: MailStore;
  readonly mailBatchWriter: MailBatchWriter;
  readonly messageLocks: MessageLocks;
}

/** The service. */
export function createMessageBatches(dependencies: MessageBatchesDependencies): MessageBatches {
  return {
    async change({ change, ...selected }, signal) {
      const isSameFolder = change.kind === 'move' && change.target === selected.mailbox;
      if (isSameFolder) throw sameFolder();
      const { batch, messages } = await selectMessages(dependencies, selected, signal);
      const { target, outcomes } = await dependencies.messageLocks.run(
        batch.uids.map((uid) => ({ account: batch.account, mailbox: batch.mailbox, uid })),
        () => perform(dependencies, { change, batch }, signal),
        signal,
      );
      const outcomeOf = ({ uid, uidValidity }: MessageIdentity): Outcome =>
        (uidValidity === batch.uidValidity && outcomes.get(uid)) || { outcome: 'unknown' };
      return { target, results: messages.map((message) => ({ message, ...outcomeOf(message) })) };
    },
  };
}

function sameFolder(): MailError {
  return new MailError('conflict', { detail: 'The messages are in this folder already.' });
}

type KnownBatch = MessageBatch & { readonly uidValidity: number };

interface SelectedMessages {
  readonly batch: KnownBatch;
  readonly messages: readonly MessageIdentity[];
}

async function selectMessages(
  { mailStore }: MessageBatchesDependencies,
  { account, mailbox, selection }: Omit<BatchRequest, 'change'>,
  signal: AbortSignal,
): Promise<SelectedMessages> {
  if (selection.kind === 'named') {
    const { uidValidity } = await mailStore.countMessages({ account, mailbox }, signal);
    // Others are gone (RFC 9051 §2.3.1.1).
    const present = selection.messages.filter((message) => message.uidValidity === uidValidity);
    const uids = [...new Set(present.map(({ uid }) => uid))];
    return { batch: { account, mailbox, uids, uidValidity }, messages: distinct(selection.messages) };
  }
  const { criterion, maxMessages } = selection;
  const query: MessageQuery = {
    window: null,
    maxRows: maxMessages,
    order: [{ key: 'uid', isDescending: false }],
    criterion,
    attributes: new Set(),
  };
  const page = await mailStore.listMessages({ account, mailbox, query }, signal);
  if (page.isTruncated) {
    const detail = `The filter selects ${page.matching} messages; at most ${maxMessages} can be changed at once.`;
    throw new MailError('invalid-parameter', { parameter: 'filter', detail });
  }
  const { uidValidity } = page;
  const uids = page.items.map(({ uid }) => uid);
  return {
    batch: { account, mailbox, uids, uidValidity },
    messages: uids.map((uid) => ({ uid, uidValidity })),
  };
}

function distinct(messages: readonly MessageIdentity[]): readonly MessageIdentity[] {
  return [...new Map(messages.map((message) => [`${message.uidValidity}.${message.uid}`, message])).values()];
}

interface BatchWork {
  readonly change: BatchChange;
  readonly batch: KnownBatch;
}

interface BatchWorkResult {
  readonly target: MailboxName | null;
  readonly outcomes: ReadonlyMap<Uid, Outcome>;
}

async function perform(
  { mailStore, mailBatchWriter }: MessageBatchesDependencies,
  { change, batch }: BatchWork,
  signal: AbortSignal,
): Promise<BatchWorkResult> {
  if (batch.uids.length === 0) return { target: null, outcomes: new Map() };
  if (change.kind === 'flags') {
    const changed = await mailBatchWriter.changeFlags({ ...batch, change: change.change }, signal);
    return { target: null, outcomes: new Map([...changed].map((uid) => [uid, { outcome: 'changed' }])) };
  }
  const target = await targetOf(mailStore, { change, batch }, signal);
  if (target === null) {
    const deleted = await mailBatchWriter.deleteMessages(batch, signal);
    return { target, outcomes: new Map([...deleted].map((uid) => [uid, { outcome: 'deleted' }])) };
  }
  const moved = await mailBatchWriter.moveMessages({ ...batch, target }, signal);
  return {
    target,
    outcomes: new Map([...moved].map(([uid, newIdentity]) => [uid, { outcome: 'moved', newIdentity }])),
  };
}

/** Null: delete permanently. */
async function targetOf(
  mailStore: MailStore,
  {
    change,
    batch,
  }: { readonly change: Exclude<BatchChange, { kind: 'flags' }>; readonly batch: MessageBatch },
  signal: AbortSignal,
): Promise<MailboxName | null> {
  if (change.kind === 'move') return change.target;
  if (change.isForGood) return null;
  const trash = await requireTrash({ mailStore, account: batch.account }, signal);
  return trash === batch.mailbox ? null : trash;
}
