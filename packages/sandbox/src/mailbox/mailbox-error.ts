/** RFC 5530. */
export type MailboxErrorCode = 'ALREADYEXISTS' | 'CANNOT' | 'NONEXISTENT' | 'TRYCREATE';

/** Becomes NO with its code. */
export class MailboxError extends Error {
  readonly code: MailboxErrorCode;

  constructor(code: MailboxErrorCode, text: string) {
    super(text);
    this.code = code;
  }
}
