/** What sessions with a `blind` fault see: all mailboxes as they were when the fault was switched on. */
import type { Account, Accounts } from './accounts/accounts.ts';
import type { Fault } from './faults.ts';
import { LaggingMailbox } from './mailbox/lagging-mailbox.ts';
import type { Mailbox } from './mailbox/mailbox.ts';
import type { MailboxName, MailboxTree } from './mailbox/mailbox-tree.ts';

/** Keeps for each blind fault the mailboxes of that moment. */
export class Blindness {
  readonly #accounts: Accounts;
  readonly #seen = new WeakMap<Fault, ReadonlyMap<Mailbox, LaggingMailbox>>();

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  /** Call it with each fault before it is on. */
  remember(fault: Fault): void {
    if (fault.kind !== 'blind') return;
    const all = [...this.#accounts].flatMap(({ mailboxes }) => [...mailboxes.mailboxes]);
    this.#seen.set(fault, new Map(all.map((mailbox) => [mailbox, new LaggingMailbox(mailbox)])));
  }

  /** The account as a session with these faults sees it. Mailboxes that are younger than the fault are seen as they are. */
  accountBehind(faults: readonly Fault[], account: Account): Account {
    const seen = faults.map((fault) => this.#seen.get(fault)).find((mailboxes) => mailboxes !== undefined);
    if (seen === undefined) return account;
    return {
      ...account,
      mailboxes: throughLens(account.mailboxes, (mailbox) => seen.get(mailbox) ?? mailbox),
    };
  }
}

/** The tree with other mailboxes in the place of its own; all else is done to the tree itself. */
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
  // A proxy, since the tree's private fields are bound to the tree.
  return new Proxy(tree, {
    get: (target, key) => {
      const value: unknown = Reflect.get(key in seen ? seen : target, key, key in seen ? seen : target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
