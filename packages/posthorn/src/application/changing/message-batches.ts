/** Application service: one change to many messages of a folder. */
import { MailError } from '../../domain/mail-error.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { MailboxRef } from '../../domain/mailbox-ref.ts';
import type { MessageIdentity } from '../../domain/message-identity.ts';
import { DEFAULT_PREVIEW, type MessageCriterion, type MessageQuery } from '../../domain/message-query.ts';
import type { Uid } from '../../domain/uid.ts';
import type { MailBatchWriter, MessageBatch } from '../ports/mail/mail-batch-writer.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import type { FlagChange } from '../ports/mail/mail-writer.ts';
import { requireTrash } from './message-changes.ts';
import type { MessageLocks } from './message-locks.ts';

/** The change of each message. */
export type BatchChange =
  | { readonly kind: 'flags'; readonly change: FlagChange }
  | { readonly kind: 'move'; readonly target: MailboxName }
  /** To the trash; for good when `isForGood`, and for messages that are in the trash already. */
  | { readonly kind: 'delete'; readonly isForGood: boolean };

/** Which messages: by name, or all that match at the time of the request. */
export type BatchSelection =
  | { readonly kind: 'named'; readonly messages: readonly MessageIdentity[] }
  | { readonly kind: 'matching'; readonly criterion: MessageCriterion; readonly maxMessages: number };

/** The result for one message; `unknown`: it did not exist. */
export type BatchResult = { readonly message: MessageIdentity } & Outcome;

type Outcome =
  | { readonly outcome: 'changed' | 'deleted' | 'unknown' }
  /** Null: the server did not report the new id. */
  | { readonly outcome: 'moved'; readonly newIdentity: MessageIdentity | null };

/** The result of a batch. */
export interface BatchOutcome {
  /** The folder that messages were moved to, null when they were not moved. */
  readonly target: MailboxName | null;
  readonly results: readonly BatchResult[];
}

/** Changes many messages of one folder. */
export interface MessageBatches {
  /**
   * One result for each message, in the order in which they were named, else by uid. No other request changes the messages meanwhile
   * (`MessageLocks`). What was done before a failure stays done. Throws what `MailBatchWriter`, `MailStore` and `MessageLocks` throw,
   * `invalid-parameter` for more matching messages than `maxMessages`, and `conflict` for a move into the folder itself.
   */
  change(request: BatchRequest, signal: AbortSignal): Promise<BatchOutcome>;
}

/** One change, and the messages that it is for. */
export interface BatchRequest extends MailboxRef {
  readonly selection: BatchSelection;
  readonly change: BatchChange;
}

/** What `createMessageBatches` works with. */
export interface MessageBatchesDependencies {
  readonly mailStore: MailStore;
  readonly mailBatchWriter: MailBatchWriter;
  readonly messageLocks: MessageLocks;
}

/** Creates the service for batches. */
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
  /** Those that can be there. */
  readonly batch: KnownBatch;
  /** The messages that need a result, each once. */
  readonly messages: readonly MessageIdentity[];
}

async function selectMessages(
  { mailStore }: MessageBatchesDependencies,
  { account, mailbox, selection }: Omit<BatchRequest, 'change'>,
  signal: AbortSignal,
): Promise<SelectedMessages> {
  if (selection.kind === 'named') {
    const { uidValidity } = await mailStore.countMessages({ account, mailbox }, signal);
    // A uid of another uidValidity means a message that no longer exists (RFC 9051 §2.3.1.1).
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
    preview: DEFAULT_PREVIEW,
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

/** The target of the messages; null: they are deleted permanently. */
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
