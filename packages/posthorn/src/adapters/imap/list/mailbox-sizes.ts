/** Remembers how large mailboxes were when they were listed. */
import { LRUCache } from 'lru-cache';
import type { Mailbox } from '../../../domain/mailbox.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';

/** Mailboxes of all accounts. */
const MAX_MAILBOXES = 10_000;

/** A mailbox of a login. */
export interface SizedMailbox {
  readonly accountKey: string;
  readonly mailbox: MailboxName;
}

/** A guess at what a mailbox that is opened will cost; nothing else may depend on it. */
export class MailboxSizes {
  readonly #totals = new LRUCache<string, number>({ max: MAX_MAILBOXES });

  /** Remembers those that were counted. */
  note(accountKey: string, mailboxes: readonly Mailbox[]): void {
    for (const { name, counts } of mailboxes) {
      if (counts) this.#totals.set(keyOf(accountKey, name), counts.total);
    }
  }

  /** True when the mailbox had at most so many messages; false where that is not known. */
  isAtMost(messages: number, { accountKey, mailbox }: SizedMailbox): boolean {
    const total = this.#totals.get(keyOf(accountKey, mailbox));
    return total !== undefined && total <= messages;
  }

  /** Forgets all mailboxes of a login. */
  forget(accountKey: string): void {
    const prefix = keyOf(accountKey, '');
    for (const key of this.#totals.keys()) if (key.startsWith(prefix)) this.#totals.delete(key);
  }
}

function keyOf(accountKey: string, mailbox: string): string {
  return `${accountKey}\0${mailbox}`;
}
