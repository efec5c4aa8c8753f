/** Of a structure or response. */
export type UnreadableReason = 'syntax' | 'depth' | 'parts' | 'octets';

/**
 * Thrown for unreadable responses. Not an Error: stack traces of broken lines would keep the process busy.
 */
export class SyntaxFailure {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason = 'syntax') {
    this.reason = reason;
  }
}
