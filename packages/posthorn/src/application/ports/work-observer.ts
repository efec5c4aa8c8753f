/** Port: observes each piece of work at a mail server, for metrics and traces. */

/** The observed work: a connection with its login, one IMAP command, one submission. */
export type MailWorkKind = 'imap-connection' | 'imap-command' | 'smtp-submission';

/** One piece of work. It names no user, server, mailbox or message. */
export interface MailWork {
  readonly kind: MailWorkKind;
  /** The name of the command without arguments, such as `UID FETCH`; for other kinds their name. */
  readonly name: string;
}

/** Called once, with `ok` or a short label from a small set: mostly the code of a MailError. */
export type EndOfWork = (outcome: string) => void;

/** Measures work at mail servers. */
export interface WorkObserver {
  /** The work begins now. */
  begin(work: MailWork): EndOfWork;
}
