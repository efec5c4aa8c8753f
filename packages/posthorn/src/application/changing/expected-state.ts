/** Changes that are meant for a message in a certain state: done to that state, or not at all. */
import { MailError } from '../../domain/mail-error.ts';
import type { MessageItem, MessageItemAttribute } from '../../domain/message-item.ts';
import { DEFAULT_PREVIEW } from '../../domain/message-query.ts';
import type { MessageRef } from '../../domain/message-ref.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import type { MessageLocks } from './message-locks.ts';
import { attributesOf, isInState, type MessageState } from './message-state.ts';

/** A message to change, and the state that it must have. */
export interface ExpectedMessage {
  readonly message: MessageRef;
  /** The message is in one of these states, and there at all. Undefined: the change is meant for any state. */
  readonly expected?: readonly MessageState[] | undefined;
}

/** The message is not as the change expects it: its state differs, or it no longer exists. */
export class UnexpectedState extends MailError {
  readonly isGone: boolean;

  constructor({ isGone }: { readonly isGone: boolean }, options?: { cause?: unknown }) {
    const detail = isGone
      ? 'The message no longer exists: it was moved, deleted or saved again.'
      : 'The flags of the message were changed.';
    super('outdated-version', { detail }, options);
    this.isGone = isGone;
  }
}

/** Work on a message that is as expected. */
export interface ConditionalWork<Result> extends ExpectedMessage {
  /** Attributes that the work itself has to know. */
  readonly needed?: readonly MessageItemAttribute[];
  /** True: the work itself checks that the message exists, and has a better error for a missing one. */
  readonly isVerifying?: boolean;
  /** Receives the message with at least the needed attributes; null where nothing had to be read, or the work itself checks. */
  readonly work: (item: MessageItem | null) => Promise<Result>;
}

interface Reading {
  readonly mailStore: MailStore;
  /** True: earlier knowledge of the message may be outdated, so check that it exists before changing it. */
  readonly isDoubtful?: boolean;
}

/**
 * Runs the work if the message is as expected. The message is read where something depends on it, as it is at this moment; the caller
 * holds its lock, so that it stays so, but for what other programs do. Throws UnexpectedState, what `MailStore.getMessage` throws,
 * and what the work throws.
 */
export async function inExpectedState<Result>(
  conditional: ConditionalWork<Result> & Reading,
  signal: AbortSignal,
): Promise<Result> {
  const { expected, work } = conditional;
  try {
    const item = await readIfNeeded(conditional, signal);
    const isExpected = !item || !expected || expected.some((state) => isInState(item, state));
    if (!isExpected) throw new UnexpectedState({ isGone: false });
    return await work(item);
  } catch (error) {
    if (expected === undefined || !isUnknown(error)) throw error;
    throw new UnexpectedState({ isGone: true }, { cause: error });
  }
}

/** Runs work under the lock of a message, if its state is as expected. Throws as `inExpectedState` and `MessageLocks` do. */
export type ExclusiveChange = <Result>(
  conditional: ConditionalWork<Result>,
  signal: AbortSignal,
) => Promise<Result>;

/**
 * Creates the function that runs a change under the lock of its message, after the expected state was
 * compared.
 */
export function createExclusiveChange({
  mailStore,
  messageLocks,
}: {
  readonly mailStore: MailStore;
  readonly messageLocks: MessageLocks;
}): ExclusiveChange {
  return (conditional, signal) =>
    messageLocks.run(
      [conditional.message],
      ({ hasWaited }) => {
        const isDoubtful = hasWaited && !conditional.isVerifying;
        return inExpectedState({ ...conditional, mailStore, isDoubtful }, signal);
      },
      signal,
    );
}

async function readIfNeeded(
  conditional: ConditionalWork<unknown> & Reading,
  signal: AbortSignal,
): Promise<MessageItem | null> {
  const { mailStore, message, expected, needed = [], isDoubtful, isVerifying } = conditional;
  const attributes = new Set([...needed, ...(expected ?? []).flatMap(attributesOf)]);
  // A server may return OK to a change of a missing message, and the loss would go unnoticed.
  if (expected === undefined && attributes.size === 0 && !isDoubtful) return null;
  const selection = { attributes, preview: DEFAULT_PREVIEW, isCurrent: true };
  try {
    return await mailStore.getMessage({ ...message, selection }, signal);
  } catch (error) {
    if (isVerifying && expected === undefined && isUnknown(error)) return null;
    throw error;
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof MailError && error.code === 'message-unknown';
}
