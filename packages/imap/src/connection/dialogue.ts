import { AsyncResource } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { BoundExceeded } from '../errors.ts';
import type { Response, TaggedResponse } from '../responses/response.ts';
import type { Bounds } from '../wire/bounds.ts';
import type { AnnouncedLiteral, LiteralSink } from '../wire/literal-sink.ts';
import type { Command } from './command.ts';
import { type CommandHost, CommandInFlight } from './command-in-flight.ts';
import { CommandQueue } from './command-queue.ts';
import { CommandWriter, type WriterTarget } from './command-writer.ts';
import { CommandsInFlight } from './commands-in-flight.ts';
import type { ConnectionListeners, Deadlines } from './connect-options.ts';
import { ConnectionClosed } from './connection-errors.ts';
import { ResponseRouter } from './response-router.ts';
import { ServerState } from './server-state.ts';
import { startTimer } from './settle-within.ts';
import { Transport, type TransportEvents } from './transport.ts';

/** Limits and listeners. */
export interface DialogueOptions {
  readonly bounds: Bounds;
  readonly deadlines: Deadlines;
  readonly listeners: ConnectionListeners;
}

const DEFAULT_BUDGET = { octets: 64 * 1024 * 1024, responses: 1_000_000, octetsPerSecond: 0 };

const MAX_AFTER_BYE = 10_000;

/** Sends commands and assigns responses (RFC 9051 §2.2, §5.5). */
export class Dialogue implements CommandHost, TransportEvents, WriterTarget {
  readonly state: ServerState;
  readonly #options: DialogueOptions;
  readonly #queue = new CommandQueue<CommandInFlight>();
  readonly #inFlight = new CommandsInFlight();
  readonly #router: ResponseRouter;
  #transport: Transport | undefined;
  #tags = 0;
  #idleOctets = 0;
  #isSending = false;
  #isStalled = false;
  #closeListener: (error: Error) => void = () => undefined;
  #onDrained: (() => void) | undefined;
  #byeTimer: NodeJS.Timeout | undefined;
  #afterBye = 0;
  #ended: { readonly error: Error | undefined } | undefined;
  isLoggingOut = false;

  constructor(options: DialogueOptions) {
    this.#options = options;
    this.state = new ServerState(options.bounds);
    const close: CommandHost['close'] = (error, culprit) => this.close(error, culprit);
    const { listeners } = options;
    this.#router = new ResponseRouter({ state: this.state, inFlight: this.#inFlight, listeners, close });
  }

  get unreadableResponses(): number {
    return this.#router.unreadableResponses;
  }

  get capabilities(): ReadonlySet<string> {
    return this.state.capabilities;
  }

  get continuationMs(): number {
    return this.#options.deadlines.continuationMs;
  }

  get isClosed(): boolean {
    return this.#ended !== undefined;
  }

  get isOpen(): boolean {
    return !this.isClosed && this.state.bye === null;
  }

  attach(socket: Socket): Transport {
    this.#transport = new Transport(socket, this.#options.bounds, this);
    return this.#transport;
  }

  expectGreeting(listener: (response: Response) => void, onClose: (error: Error) => void): void {
    this.#router.expectGreeting(listener);
    this.#closeListener = onClose;
  }

  /** Starts delivery. Throws after the connection's end. */
  handOut(): void {
    if (!this.isOpen) throw this.#ended?.error ?? this.#closedError();
    this.#router.isReady = true;
  }

  run(command: Command, signal: AbortSignal): Promise<TaggedResponse> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (!this.isOpen) return Promise.reject(this.#closedError());
    if (!isOneLine(command))
      return Promise.reject(new TypeError(`A part of ${command.name} has a line break.`));
    const running = this.#createCommand(command, signal);
    this.#queue.add(running);
    this.sendNext();
    return running.result;
  }

  #createCommand(command: Command, signal: AbortSignal): CommandInFlight {
    this.#tags += 1;
    const { bounds, deadlines, listeners } = this.#options;
    // Commands share a request's signal; Node would report a leak.
    setMaxListeners(0, signal);
    const onAbort = (): void => this.#abort(running);
    // The caller's context: responses arrive in the connection's.
    const context = new AsyncResource('ImapCommand', { requireManualDestroy: true });
    const running = new CommandInFlight({
      tag: `A${this.#tags}`,
      command,
      budget: { ...DEFAULT_BUDGET, deadlineMs: deadlines.commandMs, ...command.budget },
      mailboxes: bounds.mailboxes,
      signal,
      host: this,
      onSettled({ roundTrips, sentOctets, receivedOctets }) {
        signal.removeEventListener('abort', onAbort);
        if (sentOctets === 0) return;
        context.runInAsyncScope(() => listeners.onTraffic?.({ roundTrips, sentOctets, receivedOctets }));
      },
    });
    signal.addEventListener('abort', onAbort, { once: true });
    return running;
  }

  #abort(running: CommandInFlight): void {
    const { state, command, signal } = running;
    running.abandon();
    if (state === 'waiting') {
      this.#queue.remove(running);
      this.sendNext();
    } else if (state === 'sending' || command.authenticates) {
      this.close(new ConnectionClosed('A command was given up halfway.', { cause: signal.reason }));
    } else this.#inFlight.oldest?.beginDrain();
  }

  sendNext(): void {
    while (this.isOpen && !this.#isSending) {
      const running = this.#queue.next(this.#inFlight);
      if (running === undefined) return;
      this.#idleOctets = 0;
      running.reportsBefore = this.state.capabilityReports;
      running.begin({ isPaused: this.#isStalled });
      this.#inFlight.add(running);
      this.#isSending = true;
      this.#send(running).catch((error: Error) => running.fail(error));
    }
  }

  async #send(running: CommandInFlight): Promise<void> {
    await new CommandWriter(running, this).write();
    this.#isSending = false;
    this.sendNext();
  }

  write(octets: Uint8Array): boolean {
    return this.isClosed || this.#transport?.write(octets) === true;
  }

  drained(): Promise<void> {
    return new Promise((resolve) => {
      if (this.isClosed) return resolve();
      this.#onDrained = resolve;
      this.#transport?.onDrain(resolve);
    });
  }

  onOctets(octets: number): void {
    if (this.#inFlight.size > 0) this.#inFlight.countOctets(octets);
    else if (!this.#router.awaitsGreeting) this.#idleOctets += octets;
    const { idleOctets } = this.#options.bounds;
    if (this.#idleOctets > idleOctets) this.close(new BoundExceeded('idleOctets', idleOctets));
  }

  onResponse(response: Response): void {
    if (this.isClosed) return;
    this.#router.route(response);
    if (this.#transport) {
      this.#transport.reader.isUtf8 = this.state.isUtf8;
      this.#transport.reader.isAuthenticated = this.state.isAuthenticated;
    }
    if (response.kind === 'tagged') {
      this.#inFlight.oldest?.beginDrain();
      this.sendNext();
    }
    if (this.state.bye && !this.isLoggingOut) this.#endAfterBye();
  }

  /** Answers may follow (RFC 9051 §7.1.5), but not endlessly. */
  #endAfterBye(): void {
    this.#afterBye += 1;
    if (this.#inFlight.size === 0 || this.#afterBye > MAX_AFTER_BYE) this.onEnd(undefined);
    else this.#byeTimer ??= startTimer(this.#options.deadlines.logoutMs, () => this.onEnd(undefined));
  }

  claimLiteral(literal: AnnouncedLiteral): LiteralSink | undefined {
    return this.#inFlight.claimLiteral(literal);
  }

  onStall(isStalled: boolean): void {
    this.#isStalled = isStalled;
    this.#inFlight.setStalled(isStalled);
  }

  onFailure(error: Error): void {
    this.close(error);
  }

  onEnd(cause: Error | undefined): void {
    this.close(
      this.isLoggingOut ? undefined : this.#closedBecause('The server closed the connection.', cause),
    );
  }

  close(error: Error | undefined, culprit?: CommandInFlight): void {
    if (this.isClosed) return;
    this.#ended = { error };
    clearTimeout(this.#byeTimer);
    this.#transport?.destroy();
    this.#onDrained?.();
    const others = culprit ? this.#closedError() : (error ?? this.#closedError());
    for (const running of [...this.#inFlight.clear(), ...this.#queue.clear()]) {
      running.end();
      running.settle(running === culprit ? error : others);
    }
    this.#closeListener(others);
    if (this.#router.isReady) this.#options.listeners.onClose?.(error);
  }

  #closedError(): ConnectionClosed {
    const cause = this.#ended?.error;
    return cause instanceof ConnectionClosed
      ? cause
      : this.#closedBecause('The connection is closed.', cause);
  }

  #closedBecause(message: string, cause: Error | undefined): ConnectionClosed {
    const { bye } = this.state;
    return new ConnectionClosed(message, { cause, ...(bye && { byeText: bye.text, byeCode: bye.code }) });
  }
}

/** A line break would inject another command. */
function isOneLine({ parts }: Command): boolean {
  return parts.every((part) => typeof part !== 'string' || !/[\r\n\0]/.test(part));
}
