import { MailError } from '../../domain/errors/mail-error.ts';
import type { MessageItem, MessageItemAttribute } from '../../domain/messages/message-item.ts';
import type { MessageRef } from '../../domain/messages/message-ref.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import type { MessageLocks } from './message-locks.ts';
import { attributesOf, isInState, type MessageState } from './message-state.ts';

/** A message and its expected states. */
export interface ExpectedMessage {
  readonly message: MessageRef;
  /** Undefined: any state. */
  readonly expected?: readonly MessageState[] | undefined;
}

/** The message is gone, or its state unexpected. */
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

/** Work on a message in an expected state. */
export interface ConditionalWork<Result> extends ExpectedMessage {
  readonly needed?: readonly MessageItemAttribute[];
  /** True: the work checks existence, with a better error. */
  readonly isVerifying?: boolean;
  /** Null if nothing had to be read, or with `isVerifying`. */
  readonly work: (item: MessageItem | null) => Promise<Result>;
}

interface Reading {
  readonly mailStore: MailStore;
  readonly isDoubtful?: boolean;
}

/**
 * Runs the work if the state is expected. Hold the lock, which does not stop other mail programs. Throws
 * UnexpectedState, and errors of `MailStore.getMessage` and the work.
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

/** Runs work under a message's lock. Throws like `inExpectedState` and `MessageLocks`. */
export type ExclusiveChange = <Result>(
  conditional: ConditionalWork<Result>,
  signal: AbortSignal,
) => Promise<Result>;

/** An ExclusiveChange. */
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
  // Servers may report OK for a missing message.
  if (expected === undefined && attributes.size === 0 && !isDoubtful) return null;
  const selection = { attributes, isCurrent: true };
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
