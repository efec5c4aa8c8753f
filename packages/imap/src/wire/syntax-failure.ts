/** Of a structure or response. */
export type UnreadableReason = 'syntax' | 'depth' | 'parts' | 'octets';

/**
 * Thrown by parsers for unreadable responses. Not an Error: stack traces for broken lines would keep the
 * process busy.
 */
export class SyntaxFailure {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason = 'syntax') {
    this.reason = reason;
  }
}
