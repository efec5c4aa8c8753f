import type { MailboxTree } from '../mailbox/mailbox-tree.ts';

/** RFC 6750 §3.1. */
export type TokenState = 'good' | 'expired' | 'revoked' | 'wrong-scope';

/** `not-connected`: as in Outlook, each command after login is BAD. */
export type AccountState = 'open' | 'password-expired' | 'disabled' | 'not-connected';

/** A user with a clear-text password. */
export interface Account {
  readonly name: string;
  readonly password: string | undefined;
  readonly tokens: Map<string, TokenState>;
  readonly delegates: ReadonlySet<string>;
  state: AccountState;
  readonly mailboxes: MailboxTree;
}

/** Users by name. */
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
