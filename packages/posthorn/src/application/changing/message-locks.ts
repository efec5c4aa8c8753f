import { MailError } from '../../domain/errors/mail-error.ts';
import { type MessageLockKey, mailboxKey, messageLockKey } from '../../domain/limits/limit-keys.ts';
import type { MessageRef } from '../../domain/messages/message-ref.ts';
import { Waiters } from '../../domain/values/waiters.ts';
import { runLeased } from '../leased-work.ts';
import type { Leases } from '../ports/state/leases.ts';
import { type StateOwner, stateKey } from '../state-key.ts';

/** More mean a looping client. */
export const MAX_WAITING_PER_MESSAGE = 100;
const RETRY_AFTER_SECONDS = 1;

/** How the work acquired its locks. */
export interface LocksHeld {
  /** True: earlier reads may be outdated. */
  readonly hasWaited: boolean;
}

/** Locks by account and message, shared by a user's logins and by processes with the same leases. Not reentrant. */
export interface MessageLocks {
  /**
   * Runs the work alone on the messages, in order of arrival. A fixed lock order excludes deadlocks. Throws
   * `rate-limited` above `MAX_WAITING_PER_MESSAGE`, and the signal's reason before the work starts.
   */
  run<Result>(
    messages: readonly MessageRef[],
    work: (held: LocksHeld) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>;
}

/** Dependencies. */
export interface MessageLocksDependencies {
  readonly leases: Leases;
  readonly stateOwner: StateOwner;
}

/** The locks. In other processes, waiters poll. */
export function createMessageLocks({ leases, stateOwner }: MessageLocksDependencies): MessageLocks {
  /** In order of arrival. */
  const waiting = new Map<MessageLockKey, Waiters<null, true>>();

  const release = (key: MessageLockKey): void => {
    if (!waiting.get(key)?.serveNext(true)) waiting.delete(key);
  };

  return {
    async run(messages, work, signal) {
      const held: MessageLockKey[] = [];
      let hasWaited = false;
      try {
        for (const key of keysInOrder(messages)) {
          signal.throwIfAborted();
          const queue = waiting.get(key);
          if (queue === undefined) waiting.set(key, new Waiters());
          else {
            hasWaited = true;
            if (queue.count >= MAX_WAITING_PER_MESSAGE) throw tooManyWaiting();
            await queue.wait(null, null, signal);
          }
          held.push(key);
        }
        const keys = held.map((key) => stateKey('message lock', key));
        // A frozen node may finish its change after another owns the connected account.
        const needsStore = messages.some(({ account }) => account.status !== undefined);
        return await runLeased({ leases, owner: stateOwner(), keys, needsStore }, signal, (isLate) =>
          work({ hasWaited: hasWaited || isLate }),
        );
      } finally {
        held.forEach(release);
      }
    },
  };
}

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

function tooManyWaiting(): MailError {
  return new MailError('rate-limited', {
    detail: `${MAX_WAITING_PER_MESSAGE} changes of this message are waiting for each other already.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
