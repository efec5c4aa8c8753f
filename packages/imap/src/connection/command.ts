import type { ContinuationRequest, TaggedResponse, UntaggedResponse } from '../responses/response.ts';
import type { Bounds } from '../wire/bounds.ts';
import type { CommandPart } from '../wire/command-part.ts';
import type { AnnouncedLiteral, LiteralSink } from '../wire/literal-sink.ts';

/** A command's limits; exceeding one closes the connection. */
export interface CommandBudget {
  /** Of all responses while it runs; parallel budgets are added. */
  readonly octets: number;
  /** Untagged, added likewise. */
  readonly responses: number;
  /** From the first octet to the tagged response. */
  readonly deadlineMs: number;
  /** Minimum after the first 10 s; 0 for none. */
  readonly octetsPerSecond: number;
  /** The longest silence; unlimited by default. */
  readonly silenceMs?: number;
}

/** Command and receivers. */
export interface Command {
  /** Without arguments: `UID FETCH`. */
  readonly name: string;
  /** Without tag and final CRLF. */
  readonly parts: readonly CommandPart[];
  /** Defaults are the connection's. */
  readonly budget?: Partial<CommandBudget>;
  /**
   * `alone`: nothing else in flight. `alone beside ID`: only ID, and commands of `afterSelect`. `one X`: one
   * at a time, because its untagged responses are ambiguous (RFC 9051 §5.5). `shared`: they are unambiguous.
   */
  readonly concurrency: 'alone' | 'alone beside ID' | 'shared' | `one ${string}`;
  /** May follow its mailbox's SELECT in flight. */
  readonly isAfterSelect?: boolean;
  /** Sent together: no two of a batch request the same data. */
  readonly batch?: symbol;
  /** True claims a response; others go to the listener. Must not throw: use `reject`. */
  readonly onResponse?: (response: UntaggedResponse, running: RunningCommand) => boolean;
  /** Takes a large FETCH literal as it arrives; undefined: in memory. */
  readonly onLiteral?: (literal: AnnouncedLiteral) => LiteralSink | undefined;
  /** Returns the answer without CRLF. An error rejects `run` and sends `abortLine`. */
  readonly onContinuation?: (request: ContinuationRequest) => string | Promise<string>;
  /** `DONE` (RFC 2177) or `*` (RFC 9051 §6.2.2). Without it, an abort closes the connection. */
  readonly abortLine?: string;
  /** Its second line ends it: others may precede its tagged response. */
  readonly endsWithLine?: boolean;
  /** Before any later response is read. Must not throw. */
  readonly onOk?: (response: TaggedResponse) => void;
  /** OK replaces the capabilities and raises the bounds. */
  readonly authenticates?: boolean;
}

/** A running command. */
export interface RunningCommand {
  readonly tag: string;
  sendLine(line: string): void;
  /** Rejects `run` after the tagged response; the first error counts. */
  reject(error: Error): void;
}

/** The selected mailbox, as last reported. */
export interface SelectedMailbox {
  /** Encoded. */
  readonly rawName: string;
  readonly isReadOnly: boolean;
  /** Follows EXISTS, EXPUNGE and VANISHED. */
  exists: number;
  readonly uidValidity: number;
}

/** A connection for commands. */
export interface CommandRunner {
  /** Upper case. IMAP4rev2 implies others only once enabled. */
  readonly capabilities: ReadonlySet<string>;
  /** Upper case (RFC 5161). */
  readonly enabled: ReadonlySet<string>;
  readonly bounds: Bounds;
  readonly isEncrypted: boolean;
  selected: SelectedMailbox | null;
  /**
   * Queues the command and returns the tagged OK. Throws CommandRefused (NO, BAD), ConnectionClosed,
   * DeadlineExceeded, BoundExceeded, ProtocolViolation, LiteralFailed, or the signal's reason.
   */
  run(command: Command, signal: AbortSignal): Promise<TaggedResponse>;
}
