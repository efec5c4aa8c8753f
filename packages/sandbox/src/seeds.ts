import type { AccountState, TokenState } from './accounts/accounts.ts';
import type { SpecialUse } from './mailbox/special-use.ts';

/** A message at the start. */
export interface MessageSeed {
  /** A bare LF becomes CRLF. */
  readonly raw: string | Buffer;
  readonly flags?: readonly string[];
  readonly internalDate?: Date;
}

/** A mailbox at the start. */
export interface MailboxSeed {
  /** Decoded Unicode. */
  readonly name: string;
  readonly specialUse?: SpecialUse;
  readonly isSubscribed?: boolean;
  readonly messages?: readonly MessageSeed[];
}

/** INBOX always exists; `mailboxes` replaces the others. */
export interface UserSeed {
  readonly name: string;
  /** Without it, none opens the account. */
  readonly password?: string;
  /** Unique across users. */
  readonly tokens?: Readonly<Record<string, TokenState>>;
  /** Users whose tokens open this mailbox. */
  readonly delegates?: readonly string[];
  readonly state?: AccountState;
  readonly mailboxes?: readonly MailboxSeed[];
}
