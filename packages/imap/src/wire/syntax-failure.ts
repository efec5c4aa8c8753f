/** Of a structure or a response. */
export type UnreadableReason = 'syntax' | 'depth' | 'parts' | 'octets';

/**
 * Internal: the reader reports the response as unreadable. No Error: stack traces for broken lines would keep
 * the process busy.
 */
export class SyntaxFailure {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason = 'syntax') {
    this.reason = reason;
  }
}
