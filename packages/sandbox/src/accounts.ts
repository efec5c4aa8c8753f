/** The users of the sandbox and their mailboxes. */
import type { MailboxTree } from './mailbox/mailbox-tree.ts';

/** A user with a password in the clear: this server is for demos and tests only. */
export interface Account {
  readonly name: string;
  readonly password: string;
  readonly mailboxes: MailboxTree;
}

/** All users by name. */
export class Accounts {
  readonly #byName: ReadonlyMap<string, Account>;

  constructor(accounts: readonly Account[]) {
    this.#byName = new Map(accounts.map((account) => [account.name, account]));
  }

  get(name: string): Account | undefined {
    return this.#byName.get(name);
  }

  /** The user with this name and password, or undefined. */
  authenticate(name: string, password: string): Account | undefined {
    const account = this.#byName.get(name);
    return account?.password === password ? account : undefined;
  }

  /** The user whom mail for this address reaches: by the whole address, else by its local part. */
  recipient(address: string): Account | undefined {
    const whole = address.toLowerCase();
    const localPart = whole.slice(0, whole.lastIndexOf('@'));
    return this.#find(whole) ?? this.#find(localPart);
  }

  #find(name: string): Account | undefined {
    for (const account of this.#byName.values()) {
      if (account.name.toLowerCase() === name) return account;
    }
    return undefined;
  }
}
