/** Application service: one change to many messages of a folder. */

import { MailError } from '../domain/mail-error.ts';
import type { MailboxName } from '../domain/mailbox-name.ts';
import type { MessageIdentity } from '../domain/message-identity.ts';
import { DEFAULT_PREVIEW, type MessageCriterion } from '../domain/message-query.ts';
import type { Uid } from '../domain/uid.ts';
import { requireTrash } from './message-changes.ts';
import type { MailboxLocation } from './message-location.ts';
import type { MailBatchWriter, MessageBatch } from './ports/mail-batch-writer.ts';
import type { MailStore } from './ports/mail-store.ts';
import type { FlagChange } from './ports/mail-writer.ts';

/** What is to be done with each message. */
export type BatchChange =
  | { readonly kind: 'flags'; readonly change: FlagChange }
  | { readonly kind: 'move'; readonly target: MailboxName }
  /** To the trash; for good when `isForGood`, and for messages that are in the trash already. */
  | { readonly kind: 'delete'; readonly isForGood: boolean };

/** Which messages: by name, or all that match. */
export type BatchSelection =
  | { readonly kind: 'uids'; readonly uids: readonly Uid[]; readonly uidValidity?: number | undefined }
  | { readonly kind: 'criterion'; readonly criterion: MessageCriterion };

/** What became of one message. */
export type BatchResult =
  | { readonly uid: Uid; readonly outcome: 'changed' | 'deleted' | 'unknown' }
  /** Null: the server did not tell the new id. */
  | { readonly uid: Uid; readonly outcome: 'moved'; readonly place: MessageIdentity | null };

export interface BatchOutcome {
  /** The uidValidity by which the uids are meant. */
  readonly uidValidity: number;
  /** The folder that messages were moved to, null when they were not moved. */
  readonly target: MailboxName | null;
  readonly results: readonly BatchResult[];
}

export interface MessageBatches {
  /**
   * One result for each message, in the order in which they were named, else by uid. What was done before a failure stays done.
   * Throws what `MailBatchWriter` and `MailStore` throw, `invalid-parameter` for a selection beyond `maxMessages`.
   */
  change(request: BatchRequest, signal: AbortSignal): Promise<BatchOutcome>;
}

export interface BatchRequest {
  readonly location: MailboxLocation;
  readonly selection: BatchSelection;
  readonly change: BatchChange;
  readonly maxMessages: number;
}

export interface MessageBatchesDependencies {
  readonly mailStore: MailStore;
  readonly mailBatchWriter: MailBatchWriter;
}

export function createMessageBatches(dependencies: MessageBatchesDependencies): MessageBatches {
  return {
    async change(request, signal) {
      const batch = await selectMessages(dependencies, request, signal);
      const { target, results } = await perform(dependencies, { ...request, batch }, signal);
      const byUid = new Map(results.map((result) => [result.uid, result]));
      return {
        uidValidity: batch.uidValidity,
        target,
        results: batch.uids.map((uid) => byUid.get(uid) ?? { uid, outcome: 'unknown' }),
      };
    },
  };
}

type KnownBatch = MessageBatch & { readonly uidValidity: number };

async function selectMessages(
  { mailStore }: MessageBatchesDependencies,
  { location: { account, mailbox }, selection, maxMessages }: BatchRequest,
  signal: AbortSignal,
): Promise<KnownBatch> {
  if (selection.kind === 'uids') {
    const { uidValidity } = await mailStore.countMessages(account, mailbox, signal);
    // A uidValidity that the client names is compared by the writer.
    return { mailbox, uids: [...new Set(selection.uids)], uidValidity: selection.uidValidity ?? uidValidity };
  }
  const page = await mailStore.listMessages(
    account,
    mailbox,
    {
      window: null,
      maxRows: maxMessages,
      order: [{ key: 'uid', isDescending: false }],
      criterion: selection.criterion,
      attributes: new Set(),
      preview: DEFAULT_PREVIEW,
    },
    signal,
  );
  if (page.isTruncated) {
    const detail = `The filter selects ${page.matching} messages; at most ${maxMessages} can be changed at once.`;
    throw new MailError('invalid-parameter', { parameter: 'filter', detail });
  }
  return { mailbox, uids: page.items.map(({ uid }) => uid), uidValidity: page.uidValidity };
}

interface Performance extends BatchRequest {
  readonly batch: KnownBatch;
}

type Performed = Pick<BatchOutcome, 'target' | 'results'>;

async function perform(
  dependencies: MessageBatchesDependencies,
  { location: { account }, change, batch }: Performance,
  signal: AbortSignal,
): Promise<Performed> {
  const { mailStore, mailBatchWriter } = dependencies;
  if (batch.uids.length === 0) return { target: null, results: [] };
  if (change.kind === 'flags') {
    const changed = await mailBatchWriter.changeFlags(account, batch, change.change, signal);
    return { target: null, results: [...changed].map((uid) => ({ uid, outcome: 'changed' })) };
  }
  const target = await targetOf({ mailStore, account }, { change, batch }, signal);
  if (target === null) {
    const deleted = await mailBatchWriter.deleteMessages(account, batch, signal);
    return { target, results: [...deleted].map((uid) => ({ uid, outcome: 'deleted' })) };
  }
  const moved = await mailBatchWriter.moveMessages(account, batch, target, signal);
  return { target, results: [...moved].map(([uid, place]) => ({ uid, outcome: 'moved', place })) };
}

/** Where the messages go; null: away for good. */
async function targetOf(
  dependencies: Parameters<typeof requireTrash>[0],
  {
    change,
    batch,
  }: { readonly change: Exclude<BatchChange, { kind: 'flags' }>; readonly batch: MessageBatch },
  signal: AbortSignal,
): Promise<MailboxName | null> {
  if (change.kind === 'move') return change.target;
  if (change.isForGood) return null;
  const trash = await requireTrash(dependencies, signal);
  return trash === batch.mailbox ? null : trash;
}
