import type { ContinuationRequest, TaggedResponse, UntaggedResponse } from '../responses/response.ts';
import type { Bounds } from '../wire/bounds.ts';
import type { CommandPart } from '../wire/command-part.ts';
import type { AnnouncedLiteral, LiteralSink } from '../wire/literal-sink.ts';

/** The limits of one command; beyond them its connection is closed. */
export interface CommandBudget {
  /** Of all responses while it runs; parallel budgets are added. */
  readonly octets: number;
  /** Untagged, added likewise. */
  readonly responses: number;
  /** From the first octet sent to the tagged response. */
  readonly deadlineMs: number;
  /** The least throughput after the first 10 s; 0 for none. */
  readonly octetsPerSecond: number;
  /** The server's longest silence; unlimited by default. */
  readonly silenceMs?: number;
}

/** One command with its receivers. */
export interface Command {
  /** Without arguments, such as `UID FETCH`. */
  readonly name: string;
  /** After the tag, without the final CRLF. */
  readonly parts: readonly CommandPart[];
  /** Defaults are the connection's. */
  readonly budget?: Partial<CommandBudget>;
  /**
   * `alone`: no other command is in flight. `alone beside ID`: only ID, and commands made to follow it. `one
   * X`: one at a time, because untagged responses could be mistaken (RFC 9051 §5.5). `shared`: responses are
   * unmistakable.
   */
  readonly concurrency: 'alone' | 'alone beside ID' | 'shared' | `one ${string}`;
  /** May be sent while the SELECT of its mailbox is in flight. */
  readonly isAfterSelect?: boolean;
  /** Commands of one batch are in flight together: no two request the same data. */
  readonly batch?: symbol;
  /**
   * Returns true for a requested response; others go to the connection's listener. Must not throw; use
   * `reject`.
   */
  readonly onResponse?: (response: UntaggedResponse, running: RunningCommand) => boolean;
  /** Takes a large FETCH literal as it arrives; undefined: into memory. */
  readonly onLiteral?: (literal: AnnouncedLiteral) => LiteralSink | undefined;
  /**
   * Returns the answering line without CRLF. An error becomes the outcome of `run`, and `abortLine` is sent.
   */
  readonly onContinuation?: (request: ContinuationRequest) => string | Promise<string>;
  /** `DONE` (RFC 2177), or `*` for SASL (RFC 9051 §6.2.2). Without one, an abort closes the connection. */
  readonly abortLine?: string;
  /** Its line after the first ends it, so that others may follow without its tagged response (RFC 2177). */
  readonly endsWithLine?: boolean;
  /** Called before any later response is read. Must not throw. */
  readonly onOk?: (response: TaggedResponse) => void;
  /** OK replaces the capabilities and raises the bounds. */
  readonly authenticates?: boolean;
}

/** A command while it runs. */
export interface RunningCommand {
  readonly tag: string;
  /** Such as DONE (RFC 2177). */
  sendLine(line: string): void;
  /** Rejects `run` after the tagged response; the first error counts. */
  reject(error: Error): void;
}

/** The selected mailbox, as last reported. */
export interface SelectedMailbox {
  /** Encoded, as selected. */
  readonly rawName: string;
  readonly isReadOnly: boolean;
  /** Follows EXISTS, EXPUNGE and VANISHED. */
  exists: number;
  readonly uidValidity: number;
}

/** A connection as commands use it; `ImapConnection` implements it. */
export interface CommandRunner {
  /** Upper case; those implied by IMAP4rev2 only after it was enabled. */
  readonly capabilities: ReadonlySet<string>;
  /** Upper case (RFC 5161). */
  readonly enabled: ReadonlySet<string>;
  readonly bounds: Bounds;
  readonly isEncrypted: boolean;
  selected: SelectedMailbox | null;
  /**
   * Returns the tagged OK; commands wait in order. Throws CommandRefused for NO and BAD, ConnectionClosed,
   * DeadlineExceeded, BoundExceeded, ProtocolViolation, LiteralFailed, or the signal's reason.
   */
  run(command: Command, signal: AbortSignal): Promise<TaggedResponse>;
}
