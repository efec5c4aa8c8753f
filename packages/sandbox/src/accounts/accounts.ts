/** The users of the sandbox and their mailboxes. */
import type { MailboxTree } from '../mailbox/mailbox-tree.ts';

/** What a bearer token is worth (RFC 6750 §3.1). Only a good one opens its user's mailboxes. */
export type TokenState = 'good' | 'expired' | 'revoked' | 'wrong-scope';

/**
 * What a correct login leads to. `not-connected` is Outlook's: the login succeeds, and each later command is answered with
 * `BAD User is authenticated but not connected.`
 */
export type AccountState = 'open' | 'password-expired' | 'disabled' | 'not-connected';

/** A user with a password in the clear: this server is for demos and tests only. */
export interface Account {
  readonly name: string;
  /** Undefined: no password opens the account, only a token. */
  readonly password: string | undefined;
  /** The bearer tokens that were issued to this user. */
  readonly tokens: Map<string, TokenState>;
  state: AccountState;
  readonly mailboxes: MailboxTree;
}

/** All users by name. */
export class Accounts {
  readonly #byName: ReadonlyMap<string, Account>;

  constructor(accounts: readonly Account[]) {
    this.#byName = new Map(accounts.map((account) => [account.name, account]));
  }

  [Symbol.iterator](): Iterator<Account> {
    return this.#byName.values();
  }

  get(name: string): Account | undefined {
    return this.#byName.get(name);
  }

  /** The user to whom this token was issued, valid or not. */
  ownerOf(token: string): Account | undefined {
    for (const account of this) {
      if (account.tokens.has(token)) return account;
    }
    return undefined;
  }

  /** The user whom mail for this address reaches: by the whole address, else by its local part. */
  recipient(address: string): Account | undefined {
    const whole = address.toLowerCase();
    const localPart = whole.slice(0, whole.lastIndexOf('@'));
    return this.#find(whole) ?? this.#find(localPart);
  }

  #find(name: string): Account | undefined {
    for (const account of this) {
      if (account.name.toLowerCase() === name) return account;
    }
    return undefined;
  }
}
