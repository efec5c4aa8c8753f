/** A command as a connection runs it, and what a connection offers to the functions that make commands. */

import type { ContinuationRequest, TaggedResponse, UntaggedResponse } from '../responses/response.ts';
import type { Bounds } from '../wire/bounds.ts';
import type { CommandPart } from '../wire/command-part.ts';
import type { AnnouncedLiteral, LiteralSink } from '../wire/literal-sink.ts';

/** What one command may cost before its connection is closed. */
export interface CommandBudget {
  /** Octets of all responses while it runs; the budgets of commands that run at the same time are added. */
  readonly octets: number;
  /** Untagged responses while it runs, counted likewise. */
  readonly responses: number;
  /** From the first octet sent to the tagged response. */
  readonly deadlineMs: number;
  /** The least throughput of an answer, measured over its whole time; 0 for none. Applies after the first 10 s. */
  readonly octetsPerSecond: number;
  /** The longest time in which the server may send nothing at all; left out, the deadline alone counts. */
  readonly silenceMs?: number;
}

/** One command, from what is sent to who takes the answers. */
export interface Command {
  /** Without arguments, such as `UID FETCH`; for errors. */
  readonly name: string;
  /** The whole command after its tag and a space, without the CRLF at its end. */
  readonly parts: readonly CommandPart[];
  /** Members that are left out have the connection's defaults. */
  readonly budget?: Partial<CommandBudget>;
  /**
   * `alone`: no other command is in flight meanwhile (login, IDLE, literals that wait for the server). `alone beside ID`: none but ID, whose
   * answer is like no other (SELECT: the introduction of a new connection costs no round trip), and those that were made to follow it.
   * Otherwise the name of a kind of which one at a time is in flight, because their untagged responses could be mistaken for
   * each other's (RFC 9051 §5.5), such as `SEARCH`; or `shared` for a command whose responses name what they belong to.
   */
  readonly concurrency: 'alone' | 'alone beside ID' | 'shared' | `one ${string}`;
  /** True: may be sent while a SELECT is in flight, about whose mailbox it is. */
  readonly isAfterSelect?: boolean;
  /** Commands of one kind are in flight together where they have the same batch: none of them asks for what another asks for. */
  readonly batch?: symbol;
  /**
   * Receives each untagged response while the command is in flight, and returns true for one that it requested. What no command takes
   * goes to the connection's listener. It must not throw; an answer that must not be is returned by `reject`.
   */
  readonly onResponse?: (response: UntaggedResponse, running: RunningCommand) => boolean;
  /** Takes a large literal of a FETCH answer as it arrives; undefined keeps it in memory. */
  readonly onLiteral?: (literal: AnnouncedLiteral) => LiteralSink | undefined;
  /**
   * Answers a continuation request that no literal waits for; returns the line to send, without CRLF. What it throws becomes the
   * outcome of `run`, and the server is sent the `abortLine`.
   */
  readonly onContinuation?: (request: ContinuationRequest) => string | Promise<string>;
  /**
   * Ends the command early where the server waits for a line of it: `DONE` (RFC 2177), or `*` for a SASL exchange
   * (RFC 9051 §6.2.2). Is sent when the signal aborts. Without one, such an abort closes the connection.
   */
  readonly abortLine?: string;
  /** Called with the tagged OK before any later response is read. It must not throw. */
  readonly onOk?: (response: TaggedResponse) => void;
  /** True for LOGIN and AUTHENTICATE: after OK the capabilities are those of the authenticated state, and larger answers are read. */
  readonly authenticates?: boolean;
}

/** The command while it runs. */
export interface RunningCommand {
  readonly tag: string;
  /** Sends a line in the middle of the command, such as DONE (RFC 2177). */
  sendLine(line: string): void;
  /** Makes `run` reject with the error once the tagged response has arrived; the first error counts. */
  reject(error: Error): void;
}

/** The selected mailbox as the server last described it. */
export interface SelectedMailbox {
  /** The encoded name that was selected. */
  readonly rawName: string;
  readonly isReadOnly: boolean;
  /** How many messages there are; follows EXISTS, EXPUNGE and VANISHED. */
  exists: number;
  readonly uidValidity: number;
}

/** What commands need of a connection. `ImapConnection` implements it. */
export interface CommandRunner {
  /** Upper case. What IMAP4rev2 implies is among them only after it was enabled. */
  readonly capabilities: ReadonlySet<string>;
  /** What ENABLE has switched on, upper case (RFC 5161). */
  readonly enabled: ReadonlySet<string>;
  readonly bounds: Bounds;
  /** True under TLS. */
  readonly isEncrypted: boolean;
  /** Null while no mailbox is selected. */
  selected: SelectedMailbox | null;
  /**
   * Runs one command and returns its tagged OK. Commands wait in order until they may be sent. Throws CommandRefused for NO and
   * BAD, ConnectionClosed, DeadlineExceeded, BoundExceeded, ProtocolViolation, LiteralFailed, or the signal's reason.
   */
  run(command: Command, signal: AbortSignal): Promise<TaggedResponse>;
}
