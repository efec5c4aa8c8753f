/** Why a structure or a whole response could not be read. */
export type UnreadableReason = 'syntax' | 'depth' | 'parts' | 'octets';

/**
 * Is thrown where a response, or a part of one, cannot be read. It never leaves this package: the reader reports the response as
 * unreadable. It is no Error, as a stack trace for each broken line would let a server keep the process busy.
 */
export class SyntaxFailure {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason = 'syntax') {
    this.reason = reason;
  }
}
