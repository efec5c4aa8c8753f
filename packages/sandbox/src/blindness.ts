import type { Account, Accounts } from './accounts/accounts.ts';
import type { Fault } from './faults.ts';
import { LaggingMailbox } from './mailbox/lagging-mailbox.ts';
import type { Mailbox } from './mailbox/mailbox.ts';
import type { MailboxName, MailboxTree } from './mailbox/mailbox-tree.ts';

/** Mailboxes at a `blind` fault's start. */
export class Blindness {
  readonly #accounts: Accounts;
  readonly #seen = new WeakMap<Fault, ReadonlyMap<Mailbox, LaggingMailbox>>();
  readonly #begunAt = new WeakMap<Fault, number>();

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  remember(fault: Fault): void {
    if (fault.kind !== 'blind') return;
    const all = [...this.#accounts].flatMap(({ mailboxes }) => [...mailboxes.mailboxes]);
    this.#begunAt.set(fault, performance.now());
    this.#seen.set(fault, new Map(all.map((mailbox) => [mailbox, new LaggingMailbox(mailbox)])));
  }

  concerns(fault: Fault, openedAt: number): boolean {
    if (fault.kind !== 'blind' || fault.sessions === undefined) return true;
    return openedAt < (this.#begunAt.get(fault) ?? 0);
  }

  /** Newer mailboxes are unchanged. */
  accountBehind(faults: readonly Fault[], account: Account): Account {
    const seen = faults.map((fault) => this.#seen.get(fault)).find((mailboxes) => mailboxes !== undefined);
    if (seen === undefined) return account;
    return {
      ...account,
      mailboxes: throughLens(account.mailboxes, (mailbox) => seen.get(mailbox) ?? mailbox),
    };
  }
}

function throughLens(tree: MailboxTree, lens: (mailbox: Mailbox) => Mailbox): MailboxTree {
  const get = (name: string) => {
    const mailbox = tree.get(name);
    return mailbox && lens(mailbox);
  };
  const seen = {
    get,
    require: (...[name, code]: Parameters<MailboxTree['require']>) => lens(tree.require(name, code)),
    names: () => tree.names().map((entry) => ({ ...entry, mailbox: get(entry.name) }) satisfies MailboxName),
  };
  // Private fields need the tree itself as `this`.
  return new Proxy(tree, {
    get: (target, key) => {
      const value: unknown = Reflect.get(key in seen ? seen : target, key, key in seen ? seen : target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
