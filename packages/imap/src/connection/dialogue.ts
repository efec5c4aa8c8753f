/** The commands and responses of one connection (RFC 9051 §2.2, §5.5), over the transport that it has at the time. */
import type { Socket } from 'node:net';
import { BoundExceeded, ConnectionClosed, ProtocolViolation } from '../errors.ts';
import type { Response, StatusResponse, TaggedResponse, UntaggedResponse } from '../responses/response.ts';
import type { AnnouncedLiteral, LiteralSink } from '../wire/literal-sink.ts';
import type { Bounds } from './bounds.ts';
import type { Command } from './command.ts';
import { type CommandHost, CommandInFlight } from './command-in-flight.ts';
import { CommandQueue } from './command-queue.ts';
import { CommandWriter, needsPermission, type WriterTarget } from './command-writer.ts';
import { CommandsInFlight } from './commands-in-flight.ts';
import type { ConnectionListeners, Deadlines } from './connect-options.ts';
import { ServerState } from './server-state.ts';
import { startTimer } from './settle-within.ts';
import { Transport, type TransportEvents } from './transport.ts';

export interface DialogueOptions {
  readonly bounds: Bounds;
  readonly deadlines: Deadlines;
  readonly listeners: ConnectionListeners;
}

/** For a command whose author knows nothing better. */
const DEFAULT_BUDGET = { octets: 64 * 1024 * 1024, responses: 1_000_000, octetsPerSecond: 0 };

export class Dialogue implements CommandHost, TransportEvents, WriterTarget {
  readonly state: ServerState;
  readonly #options: DialogueOptions;
  readonly #queue = new CommandQueue<CommandInFlight>();
  readonly #inFlight = new CommandsInFlight();
  #transport: Transport | undefined;
  #tags = 0;
  #idleOctets = 0;
  #isSending = false;
  #isStalled = false;
  #greetingListener: ((response: Response) => void) | undefined;
  #closeListener: (error: Error) => void = () => undefined;
  #onDrained: (() => void) | undefined;
  #bye: StatusResponse | undefined;
  #byeTimer: NodeJS.Timeout | undefined;
  #ended: { readonly error: Error | undefined } | undefined;
  /** Responses that did not fit the grammar. */
  unreadableResponses = 0;
  /** True once the connection is handed out: untagged responses go to the listener, and so does its end. */
  #isReady = false;
  /** True once this side has said LOGOUT: that the server closes the connection is no failure then. */
  isLoggingOut = false;

  constructor(options: DialogueOptions) {
    this.#options = options;
    this.state = new ServerState(options.bounds.capabilities);
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

  /** False as soon as the server has said BYE. */
  get isOpen(): boolean {
    return !this.isClosed && this.#bye === undefined;
  }

  /** Reads from the socket from now on, and writes to it. */
  attach(socket: Socket): Transport {
    this.#transport = new Transport(socket, this.#options.bounds, this);
    return this.#transport;
  }

  /** Sets who takes the first response, and who is told when none comes. */
  expectGreeting(listener: (response: Response) => void, onClose: (error: Error) => void): void {
    this.#greetingListener = listener;
    this.#closeListener = onClose;
  }

  /** The connection is handed out. Throws what has ended it before. */
  handOut(): void {
    if (!this.isOpen) throw this.#ended?.error ?? this.#closedError();
    this.#isReady = true;
  }

  /** Runs one command; as `CommandRunner.run`. */
  run(command: Command, signal: AbortSignal): Promise<TaggedResponse> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (!this.isOpen) return Promise.reject(this.#closedError());
    if (!isOneLine(command))
      return Promise.reject(new TypeError(`A part of ${command.name} has a line break.`));
    const exchange = this.#exchange(command, signal);
    this.#queue.add(exchange);
    this.#sendNext();
    return exchange.result;
  }

  #exchange(command: Command, signal: AbortSignal): CommandInFlight {
    this.#tags += 1;
    const { bounds, deadlines, listeners } = this.#options;
    const onAbort = (): void => this.#abort(exchange);
    const exchange = new CommandInFlight({
      tag: `A${this.#tags}`,
      command,
      concurrency: needsPermission(command, this.capabilities) ? 'alone' : command.concurrency,
      budget: { ...DEFAULT_BUDGET, deadlineMs: deadlines.commandMs, ...command.budget },
      mailboxes: bounds.mailboxes,
      signal,
      host: this,
      onSettled({ roundTrips, sentOctets, receivedOctets }) {
        signal.removeEventListener('abort', onAbort);
        if (sentOctets > 0) listeners.onTraffic?.({ signal, roundTrips, sentOctets, receivedOctets });
      },
    });
    signal.addEventListener('abort', onAbort, { once: true });
    return exchange;
  }

  #abort(exchange: CommandInFlight): void {
    const { state, command, signal } = exchange;
    exchange.abandon();
    if (state === 'waiting') {
      this.#queue.remove(exchange);
      this.#sendNext();
    } else if (state === 'sending' || command.authenticates) {
      this.close(new ConnectionClosed('A command was given up halfway.', { cause: signal.reason }));
    } else this.#inFlight.oldest?.beginDrain();
  }

  #sendNext(): void {
    while (this.isOpen && !this.#isSending) {
      const exchange = this.#queue.next(this.#inFlight);
      if (exchange === undefined) return;
      this.#idleOctets = 0;
      this.#inFlight.add(exchange);
      exchange.tellingsBefore = this.state.tellings;
      exchange.begin({ isPaused: this.#isStalled });
      this.#isSending = true;
      this.#send(exchange).catch((error: Error) => exchange.fail(error));
    }
  }

  async #send(exchange: CommandInFlight): Promise<void> {
    await new CommandWriter(exchange, this).write();
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
    else if (!this.#greetingListener) this.#idleOctets += octets;
    const { idleOctets } = this.#options.bounds;
    if (this.#idleOctets > idleOctets) this.close(new BoundExceeded('idleOctets', idleOctets));
  }

  onResponse(response: Response): void {
    if (this.isClosed) return;
    if (this.#greetingListener) {
      const listener = this.#greetingListener;
      this.#greetingListener = undefined;
      listener(response);
    } else if (response.kind === 'tagged') this.#finish(response);
    else if (response.kind !== 'continuation') this.#take(response);
    else if (!this.#inFlight.continue(response)) {
      this.close(new ProtocolViolation('The server sent a continuation request that no command waits for.'));
    }
  }

  /** Takes over what the response tells, and passes it to whom it is for. */
  #take(response: UntaggedResponse): void {
    this.#inFlight.countResponse(response);
    if (this.isClosed) return;
    this.state.observe(response);
    if (this.#transport) this.#transport.reader.isUtf8 = this.state.isUtf8;
    if (response.kind === 'unreadable') this.#report(response);
    if (!this.#inFlight.offer(response) && this.#isNews(response)) {
      this.#options.listeners.onUnclaimed?.(response);
    }
    if (response.kind === 'status' && response.status === 'BYE') this.#takeBye(response);
  }

  /** False for what the listener is told in another way, and for what may be the answer to a command that was given up. */
  #isNews(response: UntaggedResponse): boolean {
    if (!this.#isReady || response.kind === 'unreadable') return false;
    return !this.#inFlight.hasAbandoned || tellsChange(response);
  }

  #report(response: Extract<UntaggedResponse, { kind: 'unreadable' }>): void {
    this.unreadableResponses += 1;
    const command = this.#inFlight.oldest?.command.name ?? null;
    this.#options.listeners.onUnreadable?.(response, { command });
  }

  /** The server has said that it will close the connection (RFC 9051 §7.1.5); commands in flight may still be answered. */
  #takeBye(response: StatusResponse): void {
    this.#bye = response;
    if (this.isLoggingOut) return;
    if (this.#inFlight.size === 0) this.onEnd(undefined);
    else this.#byeTimer ??= startTimer(this.#options.deadlines.logoutMs, () => this.onEnd(undefined));
  }

  #finish(response: TaggedResponse): void {
    const exchange = this.#inFlight.take(response.tag);
    if (exchange === undefined) {
      this.close(new ProtocolViolation('The server answered a command that is not in flight.'));
      return;
    }
    if (exchange.state === 'sending' && !this.#mayEndEarly(exchange, response)) return;
    if (exchange.command.authenticates && response.status === 'OK') this.#authenticate(exchange);
    this.state.observe(response);
    if (response.status === 'OK') exchange.command.onOk?.(response);
    exchange.finish(response);
    this.#inFlight.oldest?.beginDrain();
    if (this.#bye && !this.isLoggingOut && this.#inFlight.size === 0) this.onEnd(undefined);
    this.#sendNext();
  }

  /** A command whose literal waits for the server may be refused. In the middle of one, the server takes its octets for commands. */
  #mayEndEarly(exchange: CommandInFlight, response: TaggedResponse): boolean {
    if (response.status === 'OK') {
      exchange.end();
      exchange.settle(new ProtocolViolation('The server accepted a command before it was sent.'));
    } else if (exchange.awaitsPermission) return true;
    else exchange.finish(response);
    this.close(new ConnectionClosed('The server answered a command in the middle of its literal.'));
    return false;
  }

  #authenticate({ tellingsBefore }: CommandInFlight): void {
    this.state.isAuthenticated = true;
    if (this.#transport) this.#transport.reader.isAuthenticated = true;
    if (this.state.tellings === tellingsBefore) this.state.forgetCapabilities();
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
    const bye = this.#bye && { byeText: this.#bye.text, byeCode: this.#bye.code };
    const error = new ConnectionClosed('The server closed the connection.', { cause, ...bye });
    this.close(this.isLoggingOut ? undefined : error);
  }

  /** Ends the connection and all that waits for it; `culprit` is the command that the error is about. Undefined: this side is done. */
  close(error: Error | undefined, culprit?: CommandInFlight): void {
    if (this.isClosed) return;
    this.#ended = { error };
    clearTimeout(this.#byeTimer);
    this.#transport?.destroy();
    this.#onDrained?.();
    const others = culprit ? this.#closedError() : (error ?? this.#closedError());
    for (const exchange of [...this.#inFlight.clear(), ...this.#queue.clear()]) {
      exchange.end();
      exchange.settle(exchange === culprit ? error : others);
    }
    this.#closeListener(others);
    if (this.#isReady) this.#options.listeners.onClose?.(error);
  }

  #closedError(): ConnectionClosed {
    const cause = this.#ended?.error;
    if (cause instanceof ConnectionClosed) return cause;
    const bye = this.#bye && { byeText: this.#bye.text, byeCode: this.#bye.code };
    return new ConnectionClosed('The connection is closed.', { cause, ...bye });
  }
}

/** A line break in a part would begin another command, which nobody has written. */
function isOneLine({ parts }: Command): boolean {
  return parts.every((part) => typeof part !== 'string' || !/[\r\n]/.test(part));
}

/** True for what a server tells by itself. */
function tellsChange(response: UntaggedResponse): boolean {
  switch (response.kind) {
    case 'exists':
    case 'expunge':
    case 'vanished':
    case 'recent':
    case 'flags':
    case 'status':
      return true;
    case 'fetch':
      return response.flags !== undefined;
    default:
      return false;
  }
}
