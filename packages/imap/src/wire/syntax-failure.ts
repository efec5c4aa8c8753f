import type { UnreadableReason } from '../responses/response.ts';

/** A response, or a part of one, cannot be read. It never leaves this package: the reader reports the response as unreadable. */
export class SyntaxFailure extends Error {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason = 'syntax') {
    super(`The response is unreadable: ${reason}.`);
    this.reason = reason;
  }
}
