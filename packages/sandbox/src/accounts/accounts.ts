import type { MailboxTree } from '../mailbox/mailbox-tree.ts';

/** The validity of a bearer token (RFC 6750 §3.1). */
export type TokenState = 'good' | 'expired' | 'revoked' | 'wrong-scope';

/**
 * `not-connected` is Outlook's: after login each command is `BAD User is authenticated but not connected.`
 */
export type AccountState = 'open' | 'password-expired' | 'disabled' | 'not-connected';

/** A user with a clear-text password: for demos and tests only. */
export interface Account {
  readonly name: string;
  readonly password: string | undefined;
  readonly tokens: Map<string, TokenState>;
  /** The users whose tokens open this shared mailbox too. */
  readonly delegates: ReadonlySet<string>;
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

  ownerOf(token: string): Account | undefined {
    for (const account of this) {
      if (account.tokens.has(token)) return account;
    }
    return undefined;
  }

  /** By the whole address, else by its local part. */
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
