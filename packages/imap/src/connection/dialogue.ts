/** The commands and responses of one connection (RFC 9051 §2.2, §5.5), over the transport that it has at the time. */
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

/** The limits and the listeners of a connection. */
export interface DialogueOptions {
  readonly bounds: Bounds;
  readonly deadlines: Deadlines;
  readonly listeners: ConnectionListeners;
}

/** For a command without a budget of its own. */
const DEFAULT_BUDGET = { octets: 64 * 1024 * 1024, responses: 1_000_000, octetsPerSecond: 0 };

/** Sends commands and assigns responses to them. */
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
  #ended: { readonly error: Error | undefined } | undefined;
  /** True once LOGOUT was sent: the server may then close the connection without a failure. */
  isLoggingOut = false;

  constructor(options: DialogueOptions) {
    this.#options = options;
    this.state = new ServerState(options.bounds);
    const close: CommandHost['close'] = (error, culprit) => this.close(error, culprit);
    const { listeners } = options;
    this.#router = new ResponseRouter({ state: this.state, inFlight: this.#inFlight, listeners, close });
  }

  /** How many responses did not fit the grammar. */
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

  /** False as soon as the server has sent BYE. */
  get isOpen(): boolean {
    return !this.isClosed && this.state.bye === null;
  }

  /** Reads from the socket from now on, and writes to it. */
  attach(socket: Socket): Transport {
    this.#transport = new Transport(socket, this.#options.bounds, this);
    return this.#transport;
  }

  /** Sets the receiver of the greeting, and of the failure when none arrives. */
  expectGreeting(listener: (response: Response) => void, onClose: (error: Error) => void): void {
    this.#router.expectGreeting(listener);
    this.#closeListener = onClose;
  }

  /** From now on untagged responses go to the listener, and so does the end of the connection. Throws what has ended it before. */
  handOut(): void {
    if (!this.isOpen) throw this.#ended?.error ?? this.#closedError();
    this.#router.isReady = true;
  }

  /** Runs one command; as `CommandRunner.run`. */
  run(command: Command, signal: AbortSignal): Promise<TaggedResponse> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (!this.isOpen) return Promise.reject(this.#closedError());
    if (!isOneLine(command))
      return Promise.reject(new TypeError(`A part of ${command.name} has a line break.`));
    const running = this.#createCommand(command, signal);
    this.#queue.add(running);
    this.#sendNext();
    return running.result;
  }

  #createCommand(command: Command, signal: AbortSignal): CommandInFlight {
    this.#tags += 1;
    const { bounds, deadlines, listeners } = this.#options;
    // Many commands of one request share its signal, for which Node would suspect a leak.
    setMaxListeners(0, signal);
    const onAbort = (): void => this.#abort(running);
    const onTraffic = listeners.onTraffic && AsyncResource.bind(listeners.onTraffic);
    const running = new CommandInFlight({
      tag: `A${this.#tags}`,
      command,
      budget: { ...DEFAULT_BUDGET, deadlineMs: deadlines.commandMs, ...command.budget },
      mailboxes: bounds.mailboxes,
      signal,
      host: this,
      onSettled({ roundTrips, sentOctets, receivedOctets }) {
        signal.removeEventListener('abort', onAbort);
        if (sentOctets > 0) onTraffic?.({ roundTrips, sentOctets, receivedOctets });
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
      this.#sendNext();
    } else if (state === 'sending' || command.authenticates) {
      this.close(new ConnectionClosed('A command was given up halfway.', { cause: signal.reason }));
    } else this.#inFlight.oldest?.beginDrain();
  }

  #sendNext(): void {
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
    this.#sendNext();
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
      this.#sendNext();
    }
    if (this.state.bye && !this.isLoggingOut) this.#endAfterBye();
  }

  /** The server has announced that it will close the connection (RFC 9051 §7.1.5); commands in flight may still be answered. */
  #endAfterBye(): void {
    if (this.#inFlight.size === 0) this.onEnd(undefined);
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

  /** Ends the connection and all that waits for it; `culprit` is the command that the error is about. Undefined: this side is done. */
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

/** A line break in a part would begin another command: injection. */
function isOneLine({ parts }: Command): boolean {
  return parts.every((part) => typeof part !== 'string' || !/[\r\n\0]/.test(part));
}
