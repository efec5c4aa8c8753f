import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import { MailError, type MailErrorCode } from '../../domain/errors/mail-error.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { ViewMinimum } from '../ports/mail/mail-changes.ts';
import type { MailWatcher, Watch } from '../ports/mail/mail-watcher.ts';
import type { MailTelemetry } from '../ports/mail-telemetry.ts';
import type { ChangeFeed } from './change-feed.ts';
import { type ChangeEvent, ChangeReader, type Follower } from './change-reader.ts';
import { type StreamSlots, takeStreamSlot } from './stream-slots.ts';
import { WakeUp } from './wake-up.ts';

/** A folder or account to watch. */
export interface ChangeEventsRequest {
  readonly account: MailAccount;
  readonly mailbox: MailboxName | null;
  readonly since: string | null;
}

/** Opens event streams. Event ids are states: streams resume from the mail server itself. */
export interface ChangeEvents {
  /**
   * Streams the state, then one event per page of changes, without gaps, until the signal aborts or the login ends;
   * iterate to the end. Slow readers get fewer, larger events. Rejects with `too-many-connections`, and like
   * `ChangeFeed` for the state.
   */
  open(request: ChangeEventsRequest, signal: AbortSignal): Promise<AsyncIterable<ChangeEvent>>;
}

/** Timing in milliseconds. */
export interface EventTiming {
  readonly proofMs: number;
  /** First delay; doubles. */
  readonly retryMs: number;
  readonly maxRetryMs: number;
  readonly readMs: number;
}

const EVENT_TIMING: EventTiming = {
  proofMs: 60_000,
  retryMs: 1_000,
  maxRetryMs: 30_000,
  readMs: 20_000,
};

const FINAL: ReadonlySet<MailErrorCode> = new Set([
  ...(['authentication-failed', 'access-denied', 'mailbox-unknown'] as const),
]);

/** Dependencies. */
export interface ChangeEventsDependencies extends StreamSlots {
  readonly changeFeed: ChangeFeed;
  readonly mailWatcher: MailWatcher;
  readonly telemetry: MailTelemetry;
  readonly timing?: Partial<EventTiming>;
}

/** The service. */
export function createChangeEvents(dependencies: ChangeEventsDependencies): ChangeEvents {
  const { changeFeed, telemetry } = dependencies;
  const timing = { ...EVENT_TIMING, ...dependencies.timing };
  const reader = new ChangeReader(changeFeed, timing.readMs);
  return {
    async open({ account, mailbox, since }, signal) {
      const leave = await takeStreamSlot(dependencies, account);
      const follower: Follower = { account, mailbox, state: since };
      try {
        const first = await reader.begin(follower, signal);
        const endMeasuring = telemetry.beginStream();
        const onEnd = (): void => {
          leave();
          endMeasuring();
        };
        // Ends unread streams too.
        signal.addEventListener('abort', onEnd, { once: true });
        // The client has left: the stream may stay unread.
        if (signal.aborted) onEnd();
        const stream = new EventStream(dependencies, {
          timing,
          reader,
          follower: { ...follower, state: first.state },
        });
        return stream.follow({ first, signal, onEnd });
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

interface StreamParts {
  readonly timing: EventTiming;
  readonly reader: ChangeReader;
  readonly follower: Follower;
}

interface Following {
  readonly first: ChangeEvent;
  readonly signal: AbortSignal;
  readonly onEnd: () => void;
}

class EventStream {
  readonly #dependencies: Pick<ChangeEventsDependencies, 'mailWatcher' | 'telemetry'>;
  readonly #parts: StreamParts;
  readonly #wakeUp = new WakeUp();
  #atLeast: ViewMinimum | undefined;
  #end: MailErrorCode | undefined;
  #state = '';
  #failures = 0;

  constructor(dependencies: ChangeEventsDependencies, parts: StreamParts) {
    this.#dependencies = dependencies;
    this.#parts = parts;
  }

  async *follow({ first, signal, onEnd }: Following): AsyncGenerator<ChangeEvent> {
    this.#state = first.state;
    const watch = this.#dependencies.mailWatcher.watch({
      ...this.#parts.follower,
      onNews: (atLeast) => {
        this.#atLeast = atLeast ?? this.#atLeast;
        this.#wakeUp.wake();
      },
      onRefused: (error) => {
        this.#end = codeOf(error);
        this.#wakeUp.wake();
      },
    });
    try {
      yield first;
      yield* this.#tellAll(watch, signal);
    } finally {
      watch.close();
      onEnd();
    }
  }

  async *#tellAll(watch: Watch, signal: AbortSignal): AsyncGenerator<ChangeEvent> {
    for (let wasToldOf = true; !signal.aborted; ) {
      const event = await this.#read(signal);
      if (event !== null && event.kind !== 'state') {
        if (!wasToldOf) watch.distrust();
        this.#dependencies.telemetry.addEvent();
        yield event;
      }
      if (event?.kind === 'changes' && event.isMore) continue;
      if (this.#end !== undefined) return yield { kind: 'ended', reason: this.#end, state: this.#state };
      wasToldOf = await this.#untilNews(event === null, signal);
    }
  }

  /** False after the timeout: the watch may have missed a change. */
  async #untilNews(hasFailed: boolean, signal: AbortSignal): Promise<boolean> {
    const waited = await this.#wakeUp.wait(hasFailed ? this.#retryMs() : this.#parts.timing.proofMs, signal);
    return waited !== 'time' || hasFailed;
  }

  /** Null: retry. */
  async #read(signal: AbortSignal): Promise<ChangeEvent | null> {
    const { reader, follower } = this.#parts;
    try {
      const atLeast = this.#atLeast;
      const event = await reader.read({ ...follower, state: this.#state }, { atLeast, signal });
      this.#failures = 0;
      if (this.#atLeast === atLeast) this.#atLeast = undefined;
      this.#state = event.state;
      return event;
    } catch (error) {
      if (signal.aborted) return null;
      const code = codeOf(error);
      if (code === undefined && !isTimeout(error)) throw error;
      if (code !== undefined && FINAL.has(code)) this.#end = code;
      this.#failures += 1;
      // The watched state may be gone, as after a server's restore.
      this.#atLeast = undefined;
      return null;
    }
  }

  #retryMs(): number {
    const { retryMs, maxRetryMs } = this.#parts.timing;
    return Math.min(maxRetryMs, retryMs * 2 ** (this.#failures - 1)) * (0.75 + Math.random() / 2);
  }
}

function codeOf(error: unknown): MailErrorCode | undefined {
  return error instanceof MailError ? error.code : undefined;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
