import type { Mailbox } from '../../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { LoginCache, loginCacheKey } from './login-cache.ts';

const MAX_MAILBOXES = 10_000;

/** A login's mailbox. */
export interface SizedMailbox {
  readonly accountKey: string;
  readonly mailbox: MailboxName;
}

/** Listed sizes, to estimate costs. */
export class MailboxSizes {
  readonly #totals = new LoginCache<number>({ max: MAX_MAILBOXES });

  note(accountKey: string, mailboxes: readonly Mailbox[]): void {
    for (const { name, counts } of mailboxes) {
      if (counts) this.#totals.set(loginCacheKey(accountKey, name), counts.total);
    }
  }

  /** False if unknown. */
  isAtMost(messages: number, { accountKey, mailbox }: SizedMailbox): boolean {
    const total = this.#totals.get(loginCacheKey(accountKey, mailbox));
    return total !== undefined && total <= messages;
  }

  forget(accountKey: string): void {
    this.#totals.forget(accountKey);
  }
}
