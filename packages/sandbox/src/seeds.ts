/** The users, mailboxes and messages that a sandbox starts with. */
import type { AccountState, TokenState } from './accounts/accounts.ts';
import type { SpecialUse } from './mailbox/special-use.ts';

/** A message that is there from the start. */
export interface MessageSeed {
  /** The whole message. A bare LF becomes CRLF. */
  readonly raw: string | Buffer;
  readonly flags?: readonly string[];
  /** Left out: the time of the start. */
  readonly internalDate?: Date;
}

/** A mailbox that is there from the start. */
export interface MailboxSeed {
  /** The whole name as a client sees it, such as `INBOX.Work`; decoded Unicode. */
  readonly name: string;
  readonly specialUse?: SpecialUse;
  /** True unless given. */
  readonly isSubscribed?: boolean;
  readonly messages?: readonly MessageSeed[];
}

/** A user. INBOX always exists; `mailboxes` replaces the other default ones. */
export interface UserSeed {
  readonly name: string;
  /** Left out: no password opens the account. */
  readonly password?: string;
  /** The bearer tokens that were issued to this user, and what each is worth. No two users have the same one. */
  readonly tokens?: Readonly<Record<string, TokenState>>;
  /** Left out: open. */
  readonly state?: AccountState;
  readonly mailboxes?: readonly MailboxSeed[];
}
