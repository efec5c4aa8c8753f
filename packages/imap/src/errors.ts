/** This package's base error. */
export abstract class ImapError extends Error {}

/** The server offers no suitable mechanism. Nothing was sent. */
export class MechanismUnavailable extends ImapError {
  override readonly name = 'MechanismUnavailable';
  /** `PLAIN`; `LOGIN` is the command. */
  readonly offered: readonly string[];

  constructor(wanted: string, offered: readonly string[]) {
    super(`The server does not offer ${wanted}; it offers ${offered.join(', ') || 'nothing'}.`);
    this.offered = offered;
  }
}

/** An unsendable value, not repeated in the message. */
export class InvalidArgument extends ImapError {
  override readonly name = 'InvalidArgument';
}

/** No answer in time. The connection is closed. */
export class DeadlineExceeded extends ImapError {
  override readonly name = 'DeadlineExceeded';
  readonly waitedFor: string;

  constructor(waitedFor: string, milliseconds: number) {
    super(`The server did not finish ${waitedFor} within ${milliseconds} ms.`);
    this.waitedFor = waitedFor;
  }
}

/** A bound or budget was exceeded. The connection is closed. */
export class BoundExceeded extends ImapError {
  override readonly name = 'BoundExceeded';
  /** `lineOctets`, or `octets of UID FETCH`. */
  readonly bound: string;

  constructor(bound: string, limit: number) {
    super(`The server exceeded the bound of ${limit} ${bound}.`);
    this.bound = bound;
  }
}

/** The server violated RFC 9051. The connection is closed. */
export class ProtocolViolation extends ImapError {
  override readonly name = 'ProtocolViolation';
}

/** The connection is unencrypted. No secret was sent. */
export class TlsUnavailable extends ImapError {
  override readonly name = 'TlsUnavailable';
}

/** A literal's source failed or missed its size. The connection is closed. */
export class LiteralFailed extends ImapError {
  override readonly name = 'LiteralFailed';

  constructor(cause: unknown) {
    super('A literal could not be sent.', { cause });
  }
}

/** A section's reader paused too long. */
export class StreamAbandoned extends ImapError {
  override readonly name = 'StreamAbandoned';

  constructor(milliseconds: number) {
    super(`The section was not read for ${milliseconds} ms.`);
  }
}
