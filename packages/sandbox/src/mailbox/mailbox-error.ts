/** Why a mailbox operation is impossible, named with a response code of RFC 5530. */

/** Response codes that operations on mailboxes answer with. */
export type MailboxErrorCode = 'ALREADYEXISTS' | 'CANNOT' | 'NONEXISTENT' | 'TRYCREATE';

/** An expected failure of an operation on mailboxes; the IMAP side answers NO with its code. */
export class MailboxError extends Error {
  readonly code: MailboxErrorCode;

  constructor(code: MailboxErrorCode, text: string) {
    super(text);
    this.code = code;
  }
}
