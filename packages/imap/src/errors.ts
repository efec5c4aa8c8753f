/** What can go wrong between this client and a server. Every error that the package throws by intent is an ImapError. */

/** The base of all errors of this package. */
export abstract class ImapError extends Error {}

/** The server does not offer the mechanism that was chosen, or none for these credentials. Nothing was sent. */
export class MechanismUnavailable extends ImapError {
  override readonly name = 'MechanismUnavailable';
  /** What the server offers, such as `PLAIN`; `LOGIN` is the command. */
  readonly offered: readonly string[];

  constructor(wanted: string, offered: readonly string[]) {
    super(`The server does not offer ${wanted}; it offers ${offered.join(', ') || 'nothing'}.`);
    this.offered = offered;
  }
}

/** A value of the caller cannot be sent. Nothing was sent. The message never repeats the value. */
export class InvalidArgument extends ImapError {
  override readonly name = 'InvalidArgument';
}

/** No answer came in time. The connection is closed. */
export class DeadlineExceeded extends ImapError {
  override readonly name = 'DeadlineExceeded';
  /** What was waited for, such as `the greeting` or `UID FETCH`. */
  readonly waitedFor: string;

  constructor(waitedFor: string, milliseconds: number) {
    super(`The server did not finish ${waitedFor} within ${milliseconds} ms.`);
    this.waitedFor = waitedFor;
  }
}

/** The server sent more than a bound or a budget allows. The connection is closed. */
export class BoundExceeded extends ImapError {
  override readonly name = 'BoundExceeded';
  /** The name of the bound, such as `lineOctets`, or of the budget, such as `octets of UID FETCH`. */
  readonly bound: string;

  constructor(bound: string, limit: number) {
    super(`The server exceeded the bound of ${limit} ${bound}.`);
    this.bound = bound;
  }
}

/** The server sent what RFC 9051 does not allow at this point. The connection is closed. */
export class ProtocolViolation extends ImapError {
  override readonly name = 'ProtocolViolation';
}

/** The connection is not encrypted, or cannot be, and so no secret was sent. */
export class TlsUnavailable extends ImapError {
  override readonly name = 'TlsUnavailable';
}

/** A literal could not be read from its source, or has not the announced number of octets. The connection is closed. */
export class LiteralFailed extends ImapError {
  override readonly name = 'LiteralFailed';

  constructor(cause: unknown) {
    super('A literal could not be sent.', { cause });
  }
}

/** A streamed section was not read for so long that the connection no longer waits for its reader. */
export class StreamAbandoned extends ImapError {
  override readonly name = 'StreamAbandoned';

  constructor(milliseconds: number) {
    super(`The section was not read for ${milliseconds} ms.`);
  }
}
