import type { UntaggedResponse } from 'posthorn-imap';
import type { WatchNews } from '../../../application/ports/mail/watch-connections.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { SessionNews } from '../session/imap-session.ts';
import { concernedMailbox } from './pushed-news.ts';

const NOWHERE = '' as MailboxName;

/** A session's reports since the last reading. */
export class PendingNews implements SessionNews {
  readonly #mailboxes = new Set<MailboxName>();
  #isAny = false;

  get isEmpty(): boolean {
    return !this.#isAny && this.#mailboxes.size === 0;
  }

  add(response: UntaggedResponse, selected: MailboxName | null): void {
    const concerned = concernedMailbox(response, selected ?? NOWHERE);
    if (concerned === null) this.#isAny = true;
    else if (concerned !== undefined && concerned !== NOWHERE) this.#mailboxes.add(concerned);
  }

  note(mailbox: MailboxName): void {
    this.#mailboxes.add(mailbox);
  }

  forget(mailbox: MailboxName | null): void {
    if (mailbox !== null) this.#mailboxes.delete(mailbox);
  }

  take(): WatchNews {
    const news = this.#isAny ? null : new Set(this.#mailboxes);
    this.#isAny = false;
    this.#mailboxes.clear();
    return news;
  }
}
