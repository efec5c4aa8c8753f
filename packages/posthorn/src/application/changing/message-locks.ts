/** One lock per message: of all work that changes a message, one piece is under way at a time. */
import { type MessageLockKey, mailboxKey, messageLockKey } from '../../domain/limit-keys.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { MessageRef } from '../../domain/message-ref.ts';

/** Work that waits for one message. More is a client that floods a message, or one that has lost count. */
export const MAX_WAITING_PER_MESSAGE = 100;
const RETRY_AFTER_SECONDS = 1;

/** How the work got its locks. */
export interface LocksHeld {
  /** True when other work held one of the messages first, so that earlier reads may be outdated. */
  readonly hasWaited: boolean;
}

/**
 * The locks of this process, by account and message; all logins of one user share them, in whichever spelling. They are not reentrant: work must not ask
 * for a lock while it holds one.
 */
export interface MessageLocks {
  /**
   * Runs the work with exclusive access to the messages, and returns its result. Work runs in the order in which it arrived. Several
   * messages of one account are taken in the order of mailboxes and uids, so that no two pieces of work can wait for each other.
   * The locks are released even if the work fails. Throws `rate-limited` when `MAX_WAITING_PER_MESSAGE` wait already,
   * and the signal's reason when it aborts before the work has begun.
   */
  run<Result>(
    messages: readonly MessageRef[],
    work: (held: LocksHeld) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>;
}

/** Called when the lock is free for the one that waits. */
type Grant = () => void;

/** Creates the locks of this process. Waiters are served in order of arrival. */
export function createMessageLocks(): MessageLocks {
  /** Who waits for each message that is held, in the order of coming. */
  const waiting = new Map<MessageLockKey, Set<Grant>>();

  const release = (key: MessageLockKey): void => {
    const queue = waiting.get(key) ?? new Set();
    const [next] = queue;
    if (next === undefined) waiting.delete(key);
    else next();
  };

  return {
    async run(messages, work, signal) {
      const held: MessageLockKey[] = [];
      let hasWaited = false;
      try {
        for (const key of keysInOrder(messages)) {
          signal.throwIfAborted();
          const queue = waiting.get(key);
          if (queue === undefined) waiting.set(key, new Set());
          else {
            hasWaited = true;
            await takeTurn(queue, signal);
          }
          held.push(key);
        }
        signal.throwIfAborted();
        return await work({ hasWaited });
      } finally {
        held.forEach(release);
      }
    },
  };
}

/** The keys, each once. The order is that of mailboxes and uids, the same for everybody. */
function keysInOrder(messages: readonly MessageRef[]): ReadonlySet<MessageLockKey> {
  const ordered = messages.toSorted(
    (a, b) => compare(mailboxKey(a.mailbox), mailboxKey(b.mailbox)) || a.uid - b.uid,
  );
  return new Set(ordered.map(messageLockKey));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Settles when the lock is the caller's. One that leaves has never had it. */
function takeTurn(queue: Set<Grant>, signal: AbortSignal): Promise<void> {
  if (queue.size >= MAX_WAITING_PER_MESSAGE) return Promise.reject(tooManyWaiting());
  return new Promise((resolve, reject) => {
    const grant = (): void => {
      queue.delete(grant);
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = (): void => {
      queue.delete(grant);
      reject(signal.reason);
    };
    queue.add(grant);
    signal.addEventListener('abort', leave, { once: true });
  });
}

function tooManyWaiting(): MailError {
  return new MailError('rate-limited', {
    detail: `${MAX_WAITING_PER_MESSAGE} changes of this message are waiting for each other already.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
