import type { ContinuationRequest, TaggedResponse, UntaggedResponse } from '../responses/response.ts';
import type { AnnouncedLiteral, LiteralSink } from '../wire/literal-sink.ts';
import { BudgetMeter, type BudgetMeterOptions } from './budget-meter.ts';
import { ClaimedSink } from './claimed-sink.ts';
import type { Command, CommandBudget, RunningCommand } from './command.ts';
import { CommandRefused, ConnectionClosed } from './connection-errors.ts';
import { LineExchange, type LineSender } from './line-exchange.ts';
import { needsPermission } from './literal-permission.ts';

/** After an abort, before the connection closes. */
const DRAIN_BUDGET = { octets: 256 * 1024, responses: 10_000, deadlineMs: 1_000, octetsPerSecond: 0 };

/** A command's connection. */
export interface CommandHost {
  readonly capabilities: ReadonlySet<string>;
  write(octets: Uint8Array): boolean;
  /** Only `culprit` rejects with the error itself. */
  close(error: Error, culprit?: CommandInFlight): void;
  sendNext(): void;
}

/** Command, tag and limits. */
export interface CommandInFlightOptions {
  readonly tag: string;
  readonly command: Command;
  readonly budget: CommandBudget;
  readonly mailboxes: number;
  readonly signal: AbortSignal;
  readonly host: CommandHost;
  readonly onSettled: (command: CommandInFlight) => void;
}

type Permission = 'granted' | 'refused';

/** A command from `run` to its tagged response. */
export class CommandInFlight implements RunningCommand, LineSender {
  readonly result: Promise<TaggedResponse>;
  readonly #options: CommandInFlightOptions;
  readonly #resolve: (response: TaggedResponse) => void;
  readonly #reject: (error: unknown) => void;
  #isSettled = false;
  #rejection: Error | undefined;
  #meter: BudgetMeter | undefined;
  readonly #beside = { octets: 0, responses: 0 };
  #isDraining = false;
  #isPaused = false;
  #permission: ((permission: Permission) => void) | undefined;
  #sink: ClaimedSink | undefined;
  readonly #lines = new LineExchange(this);
  state: 'waiting' | 'sending' | 'sent' | 'over' = 'waiting';
  isAbandoned = false;
  roundTrips = 1;
  sentOctets = 0;
  receivedOctets = 0;
  reportsBefore = 0;

  constructor(options: CommandInFlightOptions) {
    this.#options = options;
    let resolve: (response: TaggedResponse) => void = () => undefined;
    let reject: (error: unknown) => void = () => undefined;
    this.result = new Promise((onResolve, onReject) => {
      resolve = onResolve;
      reject = onReject;
    });
    this.#resolve = resolve;
    this.#reject = reject;
  }

  get tag(): string {
    return this.#options.tag;
  }

  get command(): Command {
    return this.#options.command;
  }

  /** Alone while a literal needs permission, shared after its last line. */
  get concurrency(): Command['concurrency'] {
    const { command, host } = this.#options;
    if (this.#lines.isComplete && !this.isAbandoned) return 'shared';
    const isWaiting = this.state === 'waiting' && needsPermission(command, host.capabilities);
    return isWaiting ? 'alone' : command.concurrency;
  }

  get batch(): Command['batch'] {
    return this.command.batch;
  }

  get isAfterSelect(): Command['isAfterSelect'] {
    return this.command.isAfterSelect;
  }

  get isOver(): boolean {
    return this.state === 'over';
  }

  get signal(): AbortSignal {
    return this.#options.signal;
  }

  get awaitsPermission(): boolean {
    return this.#permission !== undefined;
  }

  begin({ isPaused }: { readonly isPaused: boolean }): void {
    this.state = 'sending';
    this.#isPaused = isPaused;
    const { budget, mailboxes } = this.#options;
    this.#measure({ budget, mailboxes, onExceeded: (error) => this.fail(error) });
  }

  #measure(options: Omit<BudgetMeterOptions, 'name'>): void {
    this.#meter?.stop();
    this.#meter = new BudgetMeter({ name: this.command.name, ...options });
    this.#meter.extend(this.#beside);
    if (!this.#isPaused) this.#meter.resume();
  }

  endSending(): void {
    if (this.state === 'sending') this.state = 'sent';
  }

  write(octets: Uint8Array): boolean {
    this.sentOctets += octets.length;
    return this.#options.host.write(octets);
  }

  sendLine(line: string): void {
    this.#lines.send(line);
  }

  reject(error: Error): void {
    this.#rejection ??= error;
  }

  letOthersFollow(): void {
    this.#options.host.sendNext();
  }

  allowFor(other: CommandInFlight): void {
    const { octets, responses } = other.#options.budget;
    this.#beside.octets += octets;
    this.#beside.responses += responses;
    this.#meter?.extend({ octets, responses });
  }

  countOctets(octets: number): void {
    this.#meter?.countOctets(octets);
  }

  countResponse(isMailbox: boolean): void {
    this.#meter?.countResponse(isMailbox);
  }

  pauseClocks(): void {
    this.#isPaused = true;
    this.#meter?.pause();
  }

  resumeClocks(): void {
    this.#isPaused = false;
    this.#meter?.resume();
  }

  offer(response: UntaggedResponse): boolean {
    return !this.isAbandoned && this.command.onResponse?.(response, this) === true;
  }

  claimLiteral(literal: AnnouncedLiteral): LiteralSink | undefined {
    const sink = this.isAbandoned ? undefined : this.command.onLiteral?.(literal);
    if (sink === undefined) return undefined;
    this.#sink = new ClaimedSink(sink);
    return this.#sink;
  }

  permission(): Promise<Permission> {
    if (this.isOver) return Promise.resolve('refused');
    return new Promise((resolve) => {
      this.#permission = (permission) => {
        this.#permission = undefined;
        resolve(permission);
      };
    });
  }

  continue(request: ContinuationRequest): boolean {
    if (this.#permission === undefined && !this.#lines.canAnswer) return false;
    this.roundTrips += 1;
    if (this.#permission) this.#permission('granted');
    else void this.#lines.answer(request);
    return true;
  }

  abandon(): void {
    this.isAbandoned = true;
    this.settle(this.signal.reason);
    this.#lines.abort();
    this.#sink?.release();
  }

  beginDrain(): void {
    if (this.#isDraining || !this.isAbandoned) return;
    this.#isDraining = true;
    const end = (cause: Error): void => {
      this.#options.host.close(new ConnectionClosed('A command that was given up took too long.', { cause }));
    };
    this.#measure({ budget: DRAIN_BUDGET, mailboxes: DRAIN_BUDGET.responses, onExceeded: end });
  }

  finish(response: TaggedResponse): void {
    const { status, code, text } = response;
    this.end();
    if (this.#rejection) this.settle(this.#rejection);
    else if (status === 'OK') this.settle(undefined, response);
    else this.settle(new CommandRefused({ command: this.command.name, status, code, text }));
  }

  fail(error: Error): void {
    this.#options.host.close(error, this);
  }

  end(): void {
    this.state = 'over';
    this.#meter?.stop();
    this.#sink?.release();
    this.#permission?.('refused');
  }

  settle(error: unknown, response?: TaggedResponse): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#options.onSettled(this);
    if (response) this.#resolve(response);
    else this.#reject(error);
  }
}
