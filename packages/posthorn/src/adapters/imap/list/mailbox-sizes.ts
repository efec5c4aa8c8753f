import { LRUCache } from 'lru-cache';
import type { Mailbox } from '../../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';

const MAX_MAILBOXES = 10_000;

/** A login's mailbox. */
export interface SizedMailbox {
  readonly accountKey: string;
  readonly mailbox: MailboxName;
}

/** Listed sizes, to estimate costs. */
export class MailboxSizes {
  readonly #totals = new LRUCache<string, number>({ max: MAX_MAILBOXES });

  note(accountKey: string, mailboxes: readonly Mailbox[]): void {
    for (const { name, counts } of mailboxes) {
      if (counts) this.#totals.set(keyOf(accountKey, name), counts.total);
    }
  }

  /** False if unknown. */
  isAtMost(messages: number, { accountKey, mailbox }: SizedMailbox): boolean {
    const total = this.#totals.get(keyOf(accountKey, mailbox));
    return total !== undefined && total <= messages;
  }

  forget(accountKey: string): void {
    const prefix = keyOf(accountKey, '');
    for (const key of this.#totals.keys()) if (key.startsWith(prefix)) this.#totals.delete(key);
  }
}

function keyOf(accountKey: string, mailbox: string): string {
  return `${accountKey}\0${mailbox}`;
}
